/** What the preview of a file says of each shape: where question, options and answer were found. One row each. */

import { expect, it } from 'vitest';
import { importErrors } from '../../i18n/errors/import.ts';
import { recogniseFile } from './recognise.ts';

/** Shape | file | row | fields. */
const PREVIEWS = String.raw`
agi-eval | rows.jsonl | {"passage":null,"question":"q","options":["(A)2","(B)3"],"label":"B","answer":null,"other":null} | {"question":"question","options":"options","answer":"label"}
agi-eval-cloze | rows.jsonl | {"passage":null,"question":"q","options":null,"label":null,"answer":"\\frac{1}{2}"} | {"question":"question","answer":"answer"}
alpaca | rows.jsonl | {"instruction":"i","input":"","output":"A: 7 + 3 = 11.","answer":10} | {"question":"instruction (with input)","answer":"answer"}
alpaca | rows.jsonl | {"instruction":"do","input":"i","output":"o"} | {"question":"instruction (with input)","answer":"output"}
aqua | rows.jsonl | {"question":"q?","options":["A)32 km","B)C) x"],"rationale":"r","correct":"B"} | {"question":"question","options":"options","answer":"correct"}
aqua | rows.jsonl | {"Problem":"p","options":"a ) rs . 1,000 , b ) rs . 300 , c ) none","correct":"b","category":"gain"} | {"question":"Problem","options":"options","answer":"correct"}
arc | rows.jsonl | {"id":"M","question":"q","choices":{"text":["a","b"],"label":["1","2"]},"answerKey":"2"} | {"question":"question","options":"choices.text","answer":"answerKey"}
arc | rows.jsonl | {"id":"O","question_stem":"q","choices":{"text":["a","b"],"label":["A","B"]},"answerKey":"A"} | {"question":"question_stem","options":"choices.text","answer":"answerKey"}
arc | rows.jsonl | {"id":"C","answerKey":"B","question":{"stem":"q","choices":[{"label":"A","text":"a"},{"label":"B","text":"b"}]}} | {"question":"question.stem","options":"question.choices","answer":"answerKey"}
asdiv | rows.jsonl | {"body":"Seven apples are red.","question":"How many?","answer":"9 (apples)"} | {"question":"body + question","answer":"answer"}
big-bench | rows.jsonl | {"input":"q","target_scores":{"no":0,"yes":1}} | {"question":"input","options":"target_scores","answer":"target_scores"}
big-bench | rows.jsonl | {"inputs":"Q: q?\nA:","targets":["x"],"multiple_choice_targets":["w","x"],"multiple_choice_scores":[0,1]} | {"question":"inputs","options":"multiple_choice_targets","answer":"multiple_choice_scores"}
big-bench-text | rows.jsonl | {"inputs":"q?","targets":["x","y"],"multiple_choice_targets":[],"multiple_choice_scores":[]} | {"question":"inputs","answer":"targets"}
chat-messages | rows.jsonl | {"messages":[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"q?"}]},{"role":"assistant","content":"a"}]} | {"question":"messages (user)","answer":"messages (last assistant)"}
chat-messages | rows.jsonl | {"conversations":[{"from":"human","value":"q?"},{"from":"gpt","value":"a"}]} | {"question":"conversations (user)","answer":"conversations (last assistant)"}
copa | rows.jsonl | {"premise":"P","choice1":"a","choice2":"b","question":"cause","label":0,"idx":5,"changed":false} | {"question":"premise","options":"choice1, choice2","answer":"label"}
distractors | rows.jsonl | {"question":"q?","distractor3":"c","distractor1":"a","distractor2":"b","correct_answer":"d","support":"S"} | {"question":"question","options":"correct_answer, distractor1, distractor2, distractor3","answer":"correct_answer"}
distractors | rows.jsonl | {"Question":"q?","Correct Answer":"right\n","Incorrect Answer 1":"a","Incorrect Answer 2":"b","Incorrect Answer 3":"c","Record ID":"r1"} | {"question":"Question","options":"Correct Answer, Incorrect Answer 1, Incorrect Answer 2, Incorrect Answer 3","answer":"Correct Answer"}
distractors | rows.jsonl | {"question":"q?","best_answer":"true","correct_answers":["true","so"],"incorrect_answers":["f1","f2"]} | {"question":"question","options":"best_answer, incorrect_answers","answer":"best_answer"}
drop | rows.jsonl | {"query_id":"d","passage":"P","question":"q?","answers_spans":{"spans":["x","x"],"types":["span","span"]}} | {"question":"question (with passage)","answer":"answers_spans.spans"}
drop | rows.jsonl | {"passage":"P","question":"When?","answer":{"number":"","date":{"day":"1","month":"May","year":"2001"},"spans":[]},"validated_answers":[{"number":"2","date":{},"spans":[]},{"number":"","date":{},"spans":["x","y"]}]} | {"question":"question (with passage)","answer":"answer"}
foundry-multiple-choice | rows.jsonl | {"query":"Question: q?","choices":["a","b"],"gold":1} | {"question":"query","options":"choices","answer":"gold"}
foundry-schema | rows.jsonl | {"context_options":["It fits because the cup","It fits because the jug"],"continuation":" is large.","gold":1} | {"question":"context_options + continuation","options":"context_options","answer":"gold"}
gsm8k | rows.jsonl | {"instruction":"Question: q?","input":"","output":"1+1=<<1+1=2>>2\n#### 2"} | {"question":"instruction","answer":"output"}
gsm8k | rows.jsonl | {"doc_id":3,"doc":{"question":"q?","answer":"s\n#### 7"},"target":"7","resps":[["8"]]} | {"question":"question","answer":"answer"}
hella-swag | rows.jsonl | {"ind":4,"activity_label":"Cooking","ctx_a":"A man cooks [title] How to.","ctx_b":"he","ctx":"x","endings":["eats.","runs [substeps]."],"label":"1"} | {"question":"ctx_a + ctx_b","options":"endings","answer":"label"}
lab | f.jsonl | {"id":"c1","prompt":"Pick one option.\nQuestion: q\n- Rome\n- Oslo\nAnswer:","question":"q","options":["* Rome","* Oslo"],"answer":"* Oslo","gold":1} | {"question":"question","answer":"answer","prompt":"prompt","options":"options"}
lab | f.jsonl | {"prompt":"Reply.\nQuestion: q\nAnswer:","question":"q","answer":"#### Finnish","gold":"Finnish","accept":["Swedish","Finnish"],"competitors":["Danish"]} | {"question":"question","answer":"answer","prompt":"prompt"}
lambada | lambada_test.jsonl | {"text":"He said, \"meet Gabriel.\""} | {"question":"text (without its last word)","answer":"text (last word)"}
listed-options | rows.jsonl | {"query":"What? This:\nA. x\nB. y\nAnswer: ","choices":["A","B"],"gold":1} | {"question":"query","options":"query (listed)","answer":"gold"}
listed-options | rows.jsonl | {"input":"q?\nOptions:\n(A) 01/02/1937\n(B) 02/01/1937","target":"(B)"} | {"question":"input","options":"input (listed)","answer":"target"}
listed-options | rows.jsonl | {"question":"Which?\nA. w\nB. x","answer":"B"} | {"question":"question","options":"question (listed)","answer":"answer"}
listed-options | rows.jsonl | {"input":[{"role":"user","content":"Which?\nA. w\nB. x"}],"ideal":"B"} | {"question":"input","options":"input (listed)","answer":"ideal"}
math | rows.jsonl | {"question":"q","solution":["s"],"final_answer":["$2$"],"context":null} | {"question":"question","answer":"final_answer"}
math | rows.jsonl | {"problem":"p","level":"Level 3","type":"Algebra","solution":"Not \\boxed{1}. So $\\boxed{\\frac{1}{2}}$."} | {"question":"problem","answer":"solution (\\boxed)"}
math | rows.jsonl | {"problem":"p","solution":"\\boxed{3}","answer":"3","subject":"Geometry","level":2,"unique_id":"test/g/1.json"} | {"question":"problem","answer":"answer"}
mgsm | rows.jsonl | {"question":"Frage: q?","answer":"Schritt-für-Schritt-Antwort: ...","answer_number":11,"equation_solution":null} | {"question":"question","answer":"answer_number"}
multi-arith | rows.jsonl | {"iIndex":7,"sQuestion":" How many? ","lEquations":["X=3*4"],"lSolutions":["12.0"]} | {"question":"sQuestion","answer":"lSolutions"}
multiple-choice | rows.jsonl | {"question_id":70,"question":"q","options":["a","b","c","d","e","f","g","h","i","j"],"answer":"I","answer_index":8,"category":"law"} | {"question":"question","options":"options","answer":"answer"}
multiple-choice | rows.jsonl | {"question":"q","subject":"law","choices":["a","b","c","d"],"answer":3} | {"question":"question","options":"choices","answer":"answer"}
nq-open | rows.jsonl | {"url":"u","question":"q?","answers":["x","y"]} | {"question":"question","answer":"answers"}
nq-open | rows.jsonl | {"utterance":"q?","targetValue":"(list (description \"x y\") (description z))"} | {"question":"utterance","answer":"targetValue"}
nq-open | rows.jsonl | {"question":"q?","obj":"x","possible_answers":"[\"x\", \"y \\u00e4\"]"} | {"question":"question","answer":"possible_answers"}
openai-evals | rows.jsonl | {"input":[{"role":"system","content":"Be brief."},{"role":"system","name":"example_user","content":"p?"},{"role":"system","name":"example_assistant","content":"x"},{"role":"user","content":"q?"}],"ideal":["a","b"]} | {"question":"input","answer":"ideal"}
option-columns | rows.jsonl | {"question":"q","A":"one","B":"two","C":"3","D":"","answer":"C"} | {"question":"question","options":"A, B, C","answer":"answer"}
option-columns | rows.jsonl | {"Question":"q","option_a":"2","option_b":"1","Answer":"1","subject":"s"} | {"question":"Question","options":"option_a, option_b","answer":"Answer"}
piqa | rows.jsonl | {"goal":"g","sol1":"a","sol2":"b","label":1} | {"question":"goal","options":"sol1, sol2","answer":"label"}
coqa | rows.jsonl | {"story":"S","questions":["q?"],"answers":["x"]} | {"question":"questions (with story)","answer":"answers"}
mgsm | mgsm_de.tsv | {"column1":"q?","column2":"11"} | {"question":"column1","answer":"column2"}
pubmed-qa | rows.jsonl | {"QUESTION":"q?","CONTEXTS":["C"],"final_decision":"yes"} | {"question":"QUESTION","answer":"final_decision"}
promptfoo | rows.jsonl | {"question":"q?","__expected1":"icontains: X","__expected2":"equals: x"} | {"question":"question","answer":"__expected1"}
promptfoo | rows.jsonl | {"vars":{"topic":"t","question":"q?"},"assert":[{"type":"latency","threshold":1},{"type":"icontains","value":"a"}]} | {"question":"vars","answer":"assert"}
pubmed-qa | rows.jsonl | {"pubid":7,"question":"q?","context":{"contexts":["C1","C2"],"labels":["B"]},"final_decision":"maybe"} | {"question":"question","answer":"final_decision"}
question-answer | rows.jsonl | {"question":"How many?","answer":"seven"} | {"question":"question","answer":"answer"}
question-answer | rows.jsonl | {"prompt":"How many?","answer":"seven"} | {"question":"prompt","answer":"answer"}
squad | rows.jsonl | {"id":"1","title":"T","context":"C","question":"q?","answers":{"text":["a","a","b"],"answer_start":[0,0,1]}} | {"question":"question (with context)","answer":"answers.text"}
story-cloze | rows.jsonl | {"InputStoryid":"s","InputSentence1":"One.","InputSentence2":"Two.","RandomFifthSentenceQuiz1":"w","RandomFifthSentenceQuiz2":"x","AnswerRightEnding":2} | {"question":"InputSentence1 ...","options":"RandomFifthSentenceQuiz1, RandomFifthSentenceQuiz2","answer":"AnswerRightEnding"}
story-cloze | rows.jsonl | {"story_id":"t","input_sentence_1":"One.","input_sentence_2":"Two.","sentence_quiz1":"w","sentence_quiz2":"x","answer_right_ending":1} | {"question":"input_sentence_1 ...","options":"sentence_quiz1, sentence_quiz2","answer":"answer_right_ending"}
svamp | rows.jsonl | {"Question":"Ann has number0 pens . She buys number1 . How many ?","Numbers":"5.0 7","Answer":"12.0","Body":"Ann has number0 pens . She buys number1 .","Ques":"How many ?"} | {"question":"Body + Ques","answer":"Answer"}
svamp | rows.jsonl | {"ID":"chal-1","Body":"Ann has 3 pens","Question":"How many are left?","Equation":"( 3.0 - 1.0 )","Answer":2} | {"question":"Body + Question","answer":"Answer"}
swag | rows.jsonl | {"id":"m","sent1":"q?","sent2":"","ending0":"w","ending1":"x","label":1} | {"question":"sent1 + sent2","options":"ending0, ending1, ...","answer":"label"}
trivia-qa | rows.jsonl | {"id":"m","question":"q?","answer":"x","answer_aliases":["y"],"paragraphs":[{"title":"t"}]} | {"question":"question","answer":"answer"}
trivia-qa | rows.jsonl | {"question":"Who?","question_id":"tc_1","answer":{"value":"Ann","aliases":["Anna","Ann"],"normalized_aliases":["ann"]}} | {"question":"question","answer":"answer.value"}
trivia-qa | rows.jsonl | {"Question":"Who?","QuestionId":"sfq_1","Answer":{"Value":"Ann","Aliases":["Anna"]}} | {"question":"Question","answer":"Answer.Value"}
truthful-qa | rows.jsonl | {"question":"q?","mc1_targets":{"choices":["true","f1","f2"],"labels":[1,0,0]}} | {"question":"question","options":"mc1_targets","answer":"mc1_targets"}
truthful-qa | rows.jsonl | {"Type":"A","Question":"q?","Best Answer":"true","Correct Answers":"true; so","Incorrect Answers":"f1; f2"} | {"question":"Question","options":"Best Answer, Incorrect Answers","answer":"Best Answer"}
wino-grande | rows.jsonl | {"sentence":"The _ fell.","option1":"cup","option2":"jug","answer":"1"} | {"question":"sentence","options":"option1, option2","answer":"answer"}
winograd | rows.jsonl | {"text":"A met B; he left.","pronoun":"he","quote":"he left","options":["A","B"],"label":1} | {"question":"text + pronoun","options":"options","answer":"label"}
yes-no | rows.jsonl | {"question":"is it so","passage":"P","answer":true} | {"question":"question","answer":"answer"}
yes-no | rows.jsonl | {"question":"is it?","passage":"P","idx":3,"label":0} | {"question":"question","answer":"label"}
`;

const cases = PREVIEWS.trim()
  .split('\n')
  .map((line) => line.split(' | ') as [kind: string, file: string, row: string, fields: string]);

it.each(cases)('%s in %s: %s', (kind, file, row, fields) => {
  const found = recogniseFile(file, [JSON.parse(row)]);
  expect(found.kind).toBe(kind);
  expect(found.items.length).toBeGreaterThan(0);
  expect(found.fields).toEqual(JSON.parse(fields));
});

/** Values that a field may have by mistake. */
const MISTAKES = [null, 7, true, '', {}, [], [null]];

it.each(cases)('%s in %s: no mistake in one field of %s is taken for content, or throws', (_, file, row) => {
  const whole: Record<string, unknown> = JSON.parse(row);
  for (const field of Object.keys(whole)) {
    for (const mistake of MISTAKES) {
      const { items, rejected } = recogniseFile(file, [{ ...whole, [field]: mistake }]);
      expect([field, mistake, items.length > 0 || rejected.length > 0]).toEqual([field, mistake, true]);
      const { prompt: _, ...said } = items[0] ?? { prompt: '' };
      expect(JSON.stringify(said)).not.toMatch(/undefined|\[object|NaN|null/);
      for (const { code, params } of rejected) {
        const names = [...importErrors.en[code as keyof typeof importErrors.en].matchAll(/\{(\w+)\}/g)];
        expect([code, Object.keys(params)]).toEqual([
          code,
          expect.arrayContaining(names.map((name) => name[1])),
        ]);
      }
    }
  }
});
