/** The fields by which each shape is known: with a number, or nothing, in place of one of them a row has another shape or none. */

import { expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';

/** Shape ¦ file ¦ row ¦ fields that may be no number ¦ fields that may not be null. */
const NEEDED = String.raw`
agi-eval ¦ rows.jsonl ¦ {"passage":null,"question":"q","options":["(A)2","(B)3"],"label":"B","answer":null,"other":null} ¦ question options label ¦ question options
agi-eval-cloze ¦ rows.jsonl ¦ {"passage":null,"question":"q","options":null,"label":null,"answer":"\\frac{1}{2}"} ¦ question options ¦ question answer
alpaca ¦ rows.jsonl ¦ {"instruction":"i","input":"","output":"A: 7 + 3 = 11.","answer":10} ¦ instruction output ¦ instruction output
alpaca ¦ rows.jsonl ¦ {"instruction":"do","input":"i","output":"o"} ¦ instruction output ¦ instruction output
aqua ¦ rows.jsonl ¦ {"question":"q?","options":["A)32 km","B)C) x"],"rationale":"r","correct":"B"} ¦ question options correct ¦ question options correct
aqua ¦ rows.jsonl ¦ {"Problem":"p","options":"a ) rs . 1,000 , b ) rs . 300 , c ) none","correct":"b","category":"gain"} ¦ Problem options correct ¦ Problem options correct
arc ¦ rows.jsonl ¦ {"id":"M","question":"q","choices":{"text":["a","b"],"label":["1","2"]},"answerKey":"2"} ¦ choices ¦ question choices
arc ¦ rows.jsonl ¦ {"id":"O","question_stem":"q","choices":{"text":["a","b"],"label":["A","B"]},"answerKey":"A"} ¦ choices ¦ question_stem choices
arc ¦ rows.jsonl ¦ {"id":"C","answerKey":"B","question":{"stem":"q","choices":[{"label":"A","text":"a"},{"label":"B","text":"b"}]}} ¦ question ¦ question
asdiv ¦ rows.jsonl ¦ {"body":"Seven apples are red.","question":"How many?","answer":"9 (apples)"} ¦ body question ¦ body question
big-bench ¦ rows.jsonl ¦ {"input":"q","target_scores":{"no":0,"yes":1}} ¦ input target_scores ¦ input target_scores
big-bench ¦ rows.jsonl ¦ {"inputs":"Q: q?\nA:","targets":["x"],"multiple_choice_targets":["w","x"],"multiple_choice_scores":[0,1]} ¦ inputs multiple_choice_targets multiple_choice_scores ¦ inputs multiple_choice_targets multiple_choice_scores
big-bench-text ¦ rows.jsonl ¦ {"inputs":"q?","targets":["x","y"],"multiple_choice_targets":[],"multiple_choice_scores":[]} ¦ inputs targets ¦ inputs targets
chat-messages ¦ rows.jsonl ¦ {"messages":[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"q?"}]},{"role":"assistant","content":"a"}]} ¦ messages ¦ messages
chat-messages ¦ rows.jsonl ¦ {"conversations":[{"from":"human","value":"q?"},{"from":"gpt","value":"a"}]} ¦ conversations ¦ conversations
copa ¦ rows.jsonl ¦ {"premise":"P","choice1":"a","choice2":"b","question":"cause","label":0,"idx":5,"changed":false} ¦ premise choice1 choice2 ¦ premise choice1 choice2
distractors ¦ rows.jsonl ¦ {"question":"q?","distractor3":"c","distractor1":"a","distractor2":"b","correct_answer":"d","support":"S"} ¦ question ¦ question correct_answer
distractors ¦ rows.jsonl ¦ {"Question":"q?","Correct Answer":"right\n","Incorrect Answer 1":"a","Incorrect Answer 2":"b","Incorrect Answer 3":"c","Record ID":"r1"} ¦ Question ¦ Question Correct Answer
distractors ¦ rows.jsonl ¦ {"question":"q?","best_answer":"true","correct_answers":["true","so"],"incorrect_answers":["f1","f2"]} ¦ question ¦ question best_answer incorrect_answers
drop ¦ rows.jsonl ¦ {"query_id":"d","passage":"P","question":"q?","answers_spans":{"spans":["x","x"],"types":["span","span"]}} ¦ passage question answers_spans ¦ passage question answers_spans
drop ¦ rows.jsonl ¦ {"passage":"P","question":"When?","answer":{"number":"","date":{"day":"1","month":"May","year":"2001"},"spans":[]},"validated_answers":[{"number":"2","date":{},"spans":[]},{"number":"","date":{},"spans":["x","y"]}]} ¦ passage question answer ¦ passage question answer
foundry-multiple-choice ¦ rows.jsonl ¦ {"query":"Question: q?","choices":["a","b"],"gold":1} ¦ query choices ¦ query choices gold
foundry-schema ¦ rows.jsonl ¦ {"context_options":["It fits because the cup","It fits because the jug"],"continuation":" is large.","gold":1} ¦ context_options continuation ¦ context_options continuation
gsm8k ¦ rows.jsonl ¦ {"instruction":"Question: q?","input":"","output":"1+1=<<1+1=2>>2\n#### 2"} ¦ output ¦ output
gsm8k ¦ rows.jsonl ¦ {"doc_id":3,"doc":{"question":"q?","answer":"s\n#### 7"},"target":"7","resps":[["8"]]} ¦ doc ¦ doc
hella-swag ¦ rows.jsonl ¦ {"ind":4,"activity_label":"Cooking","ctx_a":"A man cooks [title] How to.","ctx_b":"he","ctx":"x","endings":["eats.","runs [substeps]."],"label":"1"} ¦ endings ¦ endings
lab ¦ f.jsonl ¦ {"id":"c1","prompt":"Pick one option.\nQuestion: q\n- Rome\n- Oslo\nAnswer:","question":"q","options":["* Rome","* Oslo"],"answer":"* Oslo","gold":1} ¦ prompt question options answer ¦ prompt question options answer
lab ¦ f.jsonl ¦ {"prompt":"Reply.\nQuestion: q\nAnswer:","question":"q","answer":"#### Finnish","gold":"Finnish","accept":["Swedish","Finnish"],"competitors":["Danish"]} ¦ prompt question answer accept ¦ prompt question answer accept
lambada ¦ lambada_test.jsonl ¦ {"text":"He said, \"meet Gabriel.\""} ¦ text ¦ text
listed-options ¦ rows.jsonl ¦ {"query":"What? This:\nA. x\nB. y\nAnswer: ","choices":["A","B"],"gold":1} ¦ query choices ¦ query choices
listed-options ¦ rows.jsonl ¦ {"input":"q?\nOptions:\n(A) 01/02/1937\n(B) 02/01/1937","target":"(B)"} ¦ input ¦ input target
listed-options ¦ rows.jsonl ¦ {"question":"Which?\nA. w\nB. x","answer":"B"} ¦ question answer ¦ question answer
math ¦ rows.jsonl ¦ {"question":"q","solution":["s"],"final_answer":["$2$"],"context":null} ¦ question final_answer ¦ question final_answer
math ¦ rows.jsonl ¦ {"problem":"p","level":"Level 3","type":"Algebra","solution":"Not \\boxed{1}. So $\\boxed{\\frac{1}{2}}$."} ¦ problem solution ¦ problem solution
math ¦ rows.jsonl ¦ {"problem":"p","solution":"\\boxed{3}","answer":"3","subject":"Geometry","level":2,"unique_id":"test/g/1.json"} ¦ problem solution ¦ problem solution
mgsm ¦ rows.jsonl ¦ {"question":"Frage: q?","answer":"Schritt-für-Schritt-Antwort: ...","answer_number":11,"equation_solution":null} ¦ question ¦ question
multi-arith ¦ rows.jsonl ¦ {"iIndex":7,"sQuestion":" How many? ","lEquations":["X=3*4"],"lSolutions":["12.0"]} ¦ sQuestion lSolutions ¦ sQuestion lSolutions
multiple-choice ¦ rows.jsonl ¦ {"question_id":70,"question":"q","options":["a","b","c","d","e","f","g","h","i","j"],"answer":"I","answer_index":8,"category":"law"} ¦ options ¦ question options
multiple-choice ¦ rows.jsonl ¦ {"question":"q","subject":"law","choices":["a","b","c","d"],"answer":3} ¦ choices ¦ question choices
nq-open ¦ rows.jsonl ¦ {"url":"u","question":"q?","answers":["x","y"]} ¦ question answers ¦ question answers
nq-open ¦ rows.jsonl ¦ {"utterance":"q?","targetValue":"(list (description \"x y\") (description z))"} ¦ utterance targetValue ¦ utterance targetValue
nq-open ¦ rows.jsonl ¦ {"question":"q?","obj":"x","possible_answers":"[\"x\", \"y \\u00e4\"]"} ¦ question possible_answers ¦ question possible_answers
openai-evals ¦ rows.jsonl ¦ {"input":[{"role":"system","content":"Be brief."},{"role":"system","name":"example_user","content":"p?"},{"role":"system","name":"example_assistant","content":"x"},{"role":"user","content":"q?"}],"ideal":["a","b"]} ¦ input ¦ input
option-columns ¦ rows.jsonl ¦ {"question":"q","A":"one","B":"two","C":"3","D":"","answer":"C"} ¦  ¦ question A B
option-columns ¦ rows.jsonl ¦ {"Question":"q","option_a":"2","option_b":"1","Answer":"1","subject":"s"} ¦  ¦ Question option_a option_b
piqa ¦ rows.jsonl ¦ {"goal":"g","sol1":"a","sol2":"b","label":1} ¦ goal sol1 sol2 ¦ goal sol1 sol2
promptfoo ¦ rows.jsonl ¦ {"question":"q?","__expected1":"icontains: X","__expected2":"equals: x"} ¦  ¦ 
promptfoo ¦ rows.jsonl ¦ {"vars":{"topic":"t","question":"q?"},"assert":[{"type":"latency","threshold":1},{"type":"icontains","value":"a"}]} ¦ vars assert ¦ vars assert
pubmed-qa ¦ rows.jsonl ¦ {"pubid":7,"question":"q?","context":{"contexts":["C1","C2"],"labels":["B"]},"final_decision":"maybe"} ¦ context ¦ context
question-answer ¦ rows.jsonl ¦ {"question":"How many?","answer":"seven"} ¦ question ¦ question
question-answer ¦ rows.jsonl ¦ {"prompt":"How many?","answer":"seven"} ¦ prompt ¦ prompt
squad ¦ rows.jsonl ¦ {"id":"1","title":"T","context":"C","question":"q?","answers":{"text":["a","a","b"],"answer_start":[0,0,1]}} ¦ context question answers ¦ context question answers
story-cloze ¦ rows.jsonl ¦ {"InputStoryid":"s","InputSentence1":"One.","InputSentence2":"Two.","RandomFifthSentenceQuiz1":"w","RandomFifthSentenceQuiz2":"x","AnswerRightEnding":2} ¦ InputSentence1 InputSentence2 RandomFifthSentenceQuiz1 RandomFifthSentenceQuiz2 ¦ InputSentence1 InputSentence2 RandomFifthSentenceQuiz1 RandomFifthSentenceQuiz2
story-cloze ¦ rows.jsonl ¦ {"story_id":"t","input_sentence_1":"One.","input_sentence_2":"Two.","sentence_quiz1":"w","sentence_quiz2":"x","answer_right_ending":1} ¦ input_sentence_1 input_sentence_2 sentence_quiz1 sentence_quiz2 ¦ input_sentence_1 input_sentence_2 sentence_quiz1 sentence_quiz2
svamp ¦ rows.jsonl ¦ {"Question":"Ann has number0 pens . She buys number1 . How many ?","Numbers":"5.0 7","Answer":"12.0","Body":"Ann has number0 pens . She buys number1 .","Ques":"How many ?"} ¦ Question ¦ Question
svamp ¦ rows.jsonl ¦ {"ID":"chal-1","Body":"Ann has 3 pens","Question":"How many are left?","Equation":"( 3.0 - 1.0 )","Answer":2} ¦ Body Question ¦ Body Question
swag ¦ rows.jsonl ¦ {"id":"m","sent1":"q?","sent2":"","ending0":"w","ending1":"x","label":1} ¦ sent1 ending0 ending1 ¦ sent1 ending0 ending1
trivia-qa ¦ rows.jsonl ¦ {"id":"m","question":"q?","answer":"x","answer_aliases":["y"],"paragraphs":[{"title":"t"}]} ¦ question answer_aliases ¦ question answer_aliases
trivia-qa ¦ rows.jsonl ¦ {"question":"Who?","question_id":"tc_1","answer":{"value":"Ann","aliases":["Anna","Ann"],"normalized_aliases":["ann"]}} ¦ question answer ¦ question answer
trivia-qa ¦ rows.jsonl ¦ {"Question":"Who?","QuestionId":"sfq_1","Answer":{"Value":"Ann","Aliases":["Anna"]}} ¦ Question Answer ¦ Question Answer
truthful-qa ¦ rows.jsonl ¦ {"question":"q?","mc1_targets":{"choices":["true","f1","f2"],"labels":[1,0,0]}} ¦ mc1_targets ¦ mc1_targets
truthful-qa ¦ rows.jsonl ¦ {"Type":"A","Question":"q?","Best Answer":"true","Correct Answers":"true; so","Incorrect Answers":"f1; f2"} ¦ Best Answer Incorrect Answers ¦ Best Answer Incorrect Answers
wino-grande ¦ rows.jsonl ¦ {"sentence":"The _ fell.","option1":"cup","option2":"jug","answer":"1"} ¦ sentence option1 option2 ¦ sentence option1 option2
winograd ¦ rows.jsonl ¦ {"text":"A met B; he left.","pronoun":"he","quote":"he left","options":["A","B"],"label":1} ¦ text pronoun options ¦ text pronoun options
yes-no ¦ rows.jsonl ¦ {"question":"is it so","passage":"P","answer":true} ¦ question answer ¦ question answer
yes-no ¦ rows.jsonl ¦ {"question":"is it?","passage":"P","idx":3,"label":0} ¦ question passage label ¦ question passage label
`;

const cases = NEEDED.trim()
  .split('\n')
  .map(
    (line) => line.split(' ¦ ') as [kind: string, file: string, row: string, typed: string, filled: string],
  );

it.each(cases)('%s in %s: %s', (kind, file, row, typed, filled) => {
  const whole: Record<string, unknown> = JSON.parse(row);
  const lost = (value: unknown) =>
    Object.keys(whole).filter((field) => recogniseFile(file, [{ ...whole, [field]: value }]).kind !== kind);
  expect(lost(7).join(' ')).toBe(typed);
  expect(lost(null).join(' ')).toBe(filled);
});
