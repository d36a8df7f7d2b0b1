/** Rows of each shape at the edge of a rule: a sign more or less, and the row is read otherwise or refused. */

import { expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';

/** Shape ¦ file ¦ rows ¦ items, without id where it is the line ¦ refused: line, code, parameters. */
const CASES = String.raw`
yes-no ¦ f ¦ [{"question":"is it","passage":"P","answer":" No "}] ¦ [{"question":"is it?","context":"P","goldIndex":0,"accepted":["no"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":" is it ","passage":"P","answer":"True"}] ¦ [{"question":"is it?","context":"P","goldIndex":1,"accepted":["yes"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":"is it","passage":"P","answer":"false"}] ¦ [{"question":"is it?","context":"P","goldIndex":0,"accepted":["no"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":"is it","passage":"P","label":1}] ¦ [{"question":"is it?","context":"P","goldIndex":1,"accepted":["yes"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":"is it","passage":"P","label":true}] ¦ [{"question":"is it?","context":"P","goldIndex":1,"accepted":["yes"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":"?is it","passage":"P","label":false}] ¦ [{"question":"?is it?","context":"P","goldIndex":0,"accepted":["no"],"optionTexts":["no","yes"]}] ¦ []
question-answer ¦ f ¦ [{"question":"is it","passage":"P","answer":3,"label":1}] ¦ [] ¦ [[1,"judged-answer",{"field":"label"}]]
unknown ¦ f ¦ [{"question":"is it","passage":"P","label":3}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, passage, label"}]]
unknown ¦ f ¦ [{"story":"S","questions":["Who?","Where?"],"answers":["Ann"]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"story, questions, answers"}]]
coqa ¦ f ¦ [{"story":"S","questions":["Who?"],"answers":[" "]}] ¦ [] ¦ [[1,"empty-answer",{}]]
coqa ¦ f ¦ [{"story":"S","questions":[" Who? "],"answers":["Ann"]}] ¦ [{"id":"f:1:1","question":"Who?","context":"S","accepted":["Ann"]}] ¦ []
coqa ¦ f ¦ [{"id":"c:","story":"S","questions":["Who?"],"answers":["Ann"]}] ¦ [{"id":"c::1","question":"Who?","context":"S","accepted":["Ann"]}] ¦ []
unknown ¦ f ¦ [{"story":"S","answers":["Ann"]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"story, answers"}]]
unknown ¦ f ¦ [{"story":"S","questions":["Who?"]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"story, questions"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answer_idx":" B "}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"answer_idx"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answer_idx":"1b"}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answer_idx":"b1"}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answerKey":"C"}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","choices":[" a ","b"],"answer":1,"correct_answer":"a"}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"correct_answer"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b","c"],"answer":2,"answer_index":0}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"answer_index"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b","c"],"answer":0,"answer_index":3}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"answer_index"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b","c","d","e","f","g","h","i","j","k","l","m"],"answer":0,"answer_index":12}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"answer_index"}]]
alpaca ¦ f ¦ [{"instruction":"i","output":"1","answer":"x","label":"1"}] ¦ [] ¦ [[1,"judged-answer",{"field":"label"}]]
alpaca ¦ f ¦ [{"instruction":"i","output":"x","label":"1"}] ¦ [] ¦ [[1,"judged-answer",{"field":"label"}]]
alpaca ¦ f ¦ [{"instruction":"i","output":"1","label":"1"}] ¦ [{"question":"i","accepted":["1"]}] ¦ []
unknown ¦ f ¦ [{"instruction":"i","other":"1"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"instruction, other"}]]
aqua ¦ f ¦ [{"question":"q","options":"a)x,b)y","correct":"b"}] ¦ [{"question":"q","goldIndex":1,"accepted":["y"],"optionTexts":["x","y"]}] ¦ []
aqua ¦ f ¦ [{"question":"q","options":"a ) x ,  b ) y","correct":" B"}] ¦ [{"question":"q","goldIndex":1,"accepted":["y"],"optionTexts":["x","y"]}] ¦ []
unknown ¦ f ¦ [{"question":"q","options":[],"correct":"a"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, options, correct"}]]
unknown ¦ f ¦ [{"question":"q","options":"","correct":"a"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, options, correct"}]]
unknown ¦ f ¦ [{"question":"q","choices":[{"label":"A","text":"x"},"y"],"answerKey":"A"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, choices, answerKey"}]]
unknown ¦ f ¦ [{"question":"q","choices":[{"label":"A","other":"x"},{"label":"B","other":"y"}],"answerKey":"A"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, choices, answerKey"}]]
unknown ¦ f ¦ [{"question":"q","choices":{"AB":"x","C":"y"},"answer":"C"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, choices, answer"}]]
unknown ¦ f ¦ [{"question":"q","choices":{"C":"y","AB":"x"},"answer":"C"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, choices, answer"}]]
unknown ¦ f ¦ [{"question":"q","choices":{"1A":"x","C":"y"},"answer":"C"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, choices, answer"}]]
unknown ¦ f ¦ [{"choices":{"text":["a","b"],"label":["A","B"]},"answerKey":"A"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"choices, answerKey"}]]
arc ¦ f ¦ [{"question":"q","choices":{"text":["a","b","c"],"label":["A","B","C"]},"answer":"b"}] ¦ [{"question":"q","goldIndex":1,"accepted":["b"],"optionTexts":["a","b","c"]}] ¦ []
arc ¦ f ¦ [{"question":"q","choices":{"text":[" b","b ","c"],"label":["A","B","C"]},"answer":"b"}] ¦ [] ¦ [[1,"gold-outside-options",{"gold":"b","count":3}]]
big-bench ¦ f ¦ [{"input":" q ","target_scores":{"a":1,"b":0}}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
big-bench ¦ f ¦ [{"input":"q","target_scores":{"a":-1,"b":0}}] ¦ [] ¦ [[1,"no-answer",{"field":"target_scores"}]]
drop ¦ f ¦ [{"passage":"P","qa_pairs":[{"query_id":"1","question":" q ","answer":{"number":"1","date":{},"spans":[]}},3]}] ¦ [{"id":"1","question":"q","context":"P","accepted":["1"]}] ¦ []
drop ¦ f ¦ [{"passage":"P","question":"q","answer":{"number":"","date":{"day":"1"},"spans":[]}}] ¦ [{"question":"q","context":"P","accepted":["1"]}] ¦ []
question-answer ¦ f ¦ [{"passage":"P","question":"q","answer":{"number":"","date":{}}}] ¦ [] ¦ [[1,"bad-answer",{"field":"answer"}]]
foundry-schema ¦ f ¦ [{"context_options":["The cup","The cup"],"continuation":"x","gold":0}] ¦ [{"question":"What fits in the blank?","context":"The _ x","goldIndex":0,"accepted":["cup"],"optionTexts":["cup","cup"]}] ¦ []
foundry-schema ¦ f ¦ [{"context_options":["Xa","Xb"],"continuation":"x","gold":0}] ¦ [{"question":"What fits in the blank?","context":"_ x","goldIndex":0,"accepted":["Xa"],"optionTexts":["Xa","Xb"]}] ¦ []
foundry-schema ¦ f ¦ [{"context_options":["A cup","A cup fell"],"continuation":"x","gold":1}] ¦ [{"question":"What fits in the blank?","context":"A _ x","goldIndex":1,"accepted":["cup fell"],"optionTexts":["cup","cup fell"]}] ¦ []
foundry-schema ¦ f ¦ [{"context_options":[],"continuation":"x","gold":0}] ¦ [] ¦ [[1,"too-few-options",{"count":0}]]
gsm8k ¦ f ¦ [{"question":"Question: q","answer":"#### 1"}] ¦ [{"question":"Question: q","accepted":["1"]}] ¦ []
gsm8k ¦ f ¦ [{"instruction":"Question: q","output":"a\n#### 1","answer":null}] ¦ [{"question":"q","accepted":["1"],"rationale":"a"}] ¦ []
alpaca ¦ f ¦ [{"instruction":"Question: q","output":"a\n#### 1","answer":"b"}] ¦ [{"question":"Question: q","accepted":["b"]}] ¦ []
gsm8k ¦ f ¦ [{"question":"q","answer":"a\n####1"}] ¦ [{"question":"q","accepted":["1"],"rationale":"a"}] ¦ []
hella-swag ¦ f ¦ [{"ctx":"c","endings":["a","b","c","d","e","f","g","h","i","j","k","l","m"],"label":"12"}] ¦ [{"question":"Which continuation fits best?","context":"c","goldIndex":12,"accepted":["m"],"optionTexts":["a","b","c","d","e","f","g","h","i","j","k","l","m"]}] ¦ []
hella-swag ¦ f ¦ [{"ctx":"c","endings":["b2","2b"],"label":"b2"}] ¦ [{"question":"Which continuation fits best?","context":"c","goldIndex":0,"accepted":["b2"],"optionTexts":["b2","2b"]}] ¦ []
hella-swag ¦ f ¦ [{"ctx":"c","endings":["b2","2b"],"label":"2b"}] ¦ [{"question":"Which continuation fits best?","context":"c","goldIndex":1,"accepted":["2b"],"optionTexts":["b2","2b"]}] ¦ []
hella-swag ¦ f ¦ [{"ctx":" c [x] d ","endings":[" a ","b"],"label":0}] ¦ [{"question":"Which continuation fits best?","context":"c d","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
hella-swag ¦ f ¦ [{"ctx_a":"x [y]z","endings":["a","b"],"label":0}] ¦ [{"question":"Which continuation fits best?","context":"x z","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
lab ¦ f ¦ [{"prompt":"P","question":"q","options":["x * y","z - w"],"answer":"x * y"}] ¦ [{"question":"q","goldIndex":0,"accepted":["x * y"],"optionTexts":["x * y","z - w"]}] ¦ []
lab ¦ f ¦ [{"prompt":"P","question":"q","options":["*  y","*  w"],"answer":"*  y"}] ¦ [{"question":"q","goldIndex":0,"accepted":["y"],"optionTexts":["y","w"]}] ¦ []
lab ¦ f ¦ [{"prompt":"P","question":"q","answer":"####","accept":["x"]}] ¦ [{"question":"q","accepted":["x"]}] ¦ []
gsm8k ¦ f ¦ [{"prompt":"P","question":"q","answer":"It is #### x","accept":["x"]}] ¦ [{"question":"q","accepted":["x"],"rationale":"It is"}] ¦ []
lab ¦ f ¦ [{"prompt":"P","question":"q","answer":"####x","accept":["x"]}] ¦ [{"question":"q","accepted":["x"]}] ¦ []
lab ¦ f ¦ [{"prompt":"P","question":"q","answer":"#### x","accept":[],"gold":"x"}] ¦ [{"question":"q","accepted":["x"]}] ¦ []
lambada ¦ lambada.jsonl ¦ [{"text":"  one   two  "}] ¦ [{"id":"lambada.jsonl:1","question":"What is the next word?","context":"one","accepted":["two"]}] ¦ []
lambada ¦ lambada.jsonl ¦ [{"text":"I don't.know!"}] ¦ [{"id":"lambada.jsonl:1","question":"What is the next word?","context":"I","accepted":["don't.know"]}] ¦ []
lambada ¦ lambada.jsonl ¦ [{"text":"a\nb c"}] ¦ [{"id":"lambada.jsonl:1","question":"What is the next word?","context":"a\nb","accepted":["c"]}] ¦ []
unknown ¦ f ¦ [{"column1":"q","column2":"x 12"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2"}]]
mgsm ¦ f ¦ [{"column1":"q","column2":" 12 "}] ¦ [{"question":"q","accepted":["12"]}] ¦ []
unknown ¦ f ¦ [{"column1":"q","column2":"12 x"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2"}]]
unknown ¦ f ¦ [{"column1":"q","column2":"x12"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2"}]]
chat-messages ¦ f ¦ [{"messages":[{"role":"user","content":"q","name":"my_example_user"},{"role":"assistant","content":"a"}]}] ¦ [{"question":"q","accepted":["a"]}] ¦ []
nq-open ¦ f ¦ [{"question":"a?","context":"x P","answers":["x","y","z"]},{"question":"b?","context":"Q","answers":["u","v","w"]},{"question":"c?","context":"R","answers":["r","s","t"]}] ¦ [] ¦ [[1,"answers-or-options",{"field":"answers"}],[2,"answers-or-options",{"field":"answers"}],[3,"answers-or-options",{"field":"answers"}]]
nq-open ¦ f ¦ [{"question":"a?","context":"P","answers":["x","y","z","w"]},{"question":"b?","context":"Q","answers":["u","v","w","x"]}] ¦ [] ¦ [[1,"answers-or-options",{"field":"answers"}],[2,"answers-or-options",{"field":"answers"}]]
nq-open ¦ f ¦ [{"question":"a?","context":"P","answers":["x","y","z"]}] ¦ [{"question":"a?","context":"P","accepted":["x","y","z"]}] ¦ []
nq-open ¦ f ¦ [{"question":"a?","context":"P","answers":["x","y","z"]},{"question":"b?","answers":["u","v","w"]}] ¦ [{"question":"a?","context":"P","accepted":["x","y","z"]},{"question":"b?","accepted":["u","v","w"]}] ¦ []
nq-open ¦ f ¦ [{"question":"a?","context":"x y z","answers":["x","y","z"]},{"question":"b?","context":"Q","answers":["u","v","w"]}] ¦ [] ¦ [[1,"answers-or-options",{"field":"answers"}],[2,"answers-or-options",{"field":"answers"}]]
nq-open ¦ f ¦ [{"question":"q","answers":["x","y"]," right":1}] ¦ [{"question":"q","accepted":["x","y"]}] ¦ []
nq-open ¦ f ¦ [{"question":"q","answers":["x","y"],"incorrect":1}] ¦ [{"question":"q","accepted":["x","y"]}] ¦ []
nq-open ¦ f ¦ [{"question":"q","possible_answers":"['x', 'y']","answer":"B "}] ¦ [] ¦ [[1,"answers-or-options",{"field":"possible_answers"}]]
nq-open ¦ f ¦ [{"question":"q","possible_answers":"['x', 'y']","answer":"12"}] ¦ [{"question":"q","accepted":["x","y"]}] ¦ []
nq-open ¦ f ¦ [{"question":"q","possible_answers":"['x', 'y']","answer":"xB"}] ¦ [{"question":"q","accepted":["x","y"]}] ¦ []
nq-open ¦ f ¦ [{"question":"q","possible_answers":"['x', 'y']","answer":"B x"}] ¦ [{"question":"q","accepted":["x","y"]}] ¦ []
nq-open ¦ f ¦ [{"question":"q","possible_answers":"['x', 'y']","answer":" 7"}] ¦ [] ¦ [[1,"answers-or-options",{"field":"possible_answers"}]]
multi-arith ¦ f ¦ [{"sQuestion":"q","lSolutions":["12.05"]}] ¦ [{"question":"q","accepted":["12.05"]}] ¦ []
multi-arith ¦ f ¦ [{"sQuestion":"q","lSolutions":["12.00"]}] ¦ [{"question":"q","accepted":["12"]}] ¦ []
multi-arith ¦ f ¦ [{"sQuestion":"q","lSolutions":[7]}] ¦ [{"question":"q","accepted":["7"]}] ¦ []
mmlu-csv ¦ f ¦ [{"column1":"q","column2":"a","column3":"b","column4":"c","column5":"C"}] ¦ [{"question":"q","goldIndex":2,"accepted":["c"],"optionTexts":["a","b","c"]}] ¦ []
unknown ¦ f ¦ [{"column1":"q","column2":"a","column3":"b","column4":"c","column5":"D"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2, column3, column4, column5"}]]
svamp ¦ f ¦ [{"Body":"B","Question":"q","Answer":"9  (red apples)"}] ¦ [{"question":"B. q","accepted":["9"]}] ¦ []
svamp ¦ f ¦ [{"Body":"B","Question":"q","Answer":"9 (a) b"}] ¦ [{"question":"B. q","accepted":["9 (a) b"]}] ¦ []
svamp ¦ f ¦ [{"Body":"B","Question":"q","Answer":"5 (red);3 (blue)"}] ¦ [] ¦ [[1,"several-golds",{"count":2}]]
svamp ¦ f ¦ [{"Body":" B! ","Question":"q","Answer":"1.00"}] ¦ [{"question":"B! q","accepted":["1"]}] ¦ []
svamp ¦ f ¦ [{"Body":"B","Question":"q","Answer":"1.05"}] ¦ [{"question":"B. q","accepted":["1.05"]}] ¦ []
piqa ¦ f ¦ [{"goal":"g","sol1":"a","sol2":"b","label":" 1 "}] ¦ [{"question":"g","goldIndex":1,"accepted":["b"],"optionTexts":["a","b"]}] ¦ []
piqa ¦ f ¦ [{"goal":"g","sol1":"a","sol2":"b","label":"1x"}] ¦ [] ¦ [[1,"gold-outside-options",{"gold":"1x","count":2}]]
piqa ¦ f ¦ [{"goal":"g","sol1":"a","sol2":"b","label":"x1"}] ¦ [] ¦ [[1,"gold-outside-options",{"gold":"x1","count":2}]]
copa ¦ f ¦ [{"premise":" ","choice1":"a","choice2":"b","question":"cause","label":1}] ¦ [] ¦ [[1,"empty-question",{"field":"premise"}]]
wino-grande ¦ f ¦ [{"sentence":" ","option1":"a","option2":"b","answer":"1"}] ¦ [] ¦ [[1,"empty-question",{"field":"sentence"}]]
truthful-qa ¦ f ¦ [{"question":"q","mc1_targets":{"choices":["a","b"],"labels":[0,0]}}] ¦ [] ¦ [[1,"gold-outside-options",{"gold":"-1","count":2}]]
unknown ¦ f ¦ [{"question":"q","mc1_targets":{"choices":["a","b"],"labels":"x"}}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, mc1_targets"}]]
unknown ¦ f ¦ [{"question":"q","mc1_targets":{}}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, mc1_targets"}]]
`;

const cases = CASES.trim()
  .split('\n')
  .map(
    (line) => line.split(' ¦ ') as [kind: string, file: string, rows: string, items: string, refused: string],
  );

it.each(cases)('%s in %s: %s', (kind, file, rows, items, refused) => {
  const found = recogniseFile(file, JSON.parse(rows));
  expect(found.kind).toBe(kind);
  const made = found.items.map(({ prompt, options, answer, task, id, ...rest }) => ({
    ...(/^f:\d+$/.test(id) ? {} : { id }),
    ...rest,
  }));
  expect(made).toEqual(JSON.parse(items));
  expect(found.rejected.map(({ line, code, params }) => [line, code.replace('import.', ''), params])).toEqual(
    JSON.parse(refused),
  );
});
