/** Rows of each shape where one rule of its reading decides: the items they make, and the rows refused with their reason. */

import { expect, it } from 'vitest';
import { recogniseFile } from './recognise.ts';

/** Shape ¦ file ¦ rows ¦ items, without id where it is the line ¦ refused: line, code, parameters. */
const CASES = String.raw`
hella-swag ¦ f ¦ [{"ctx_a":"A [title] t.","ctx_b":"and b","endings":["[substeps] x","y  z"],"label":"0","activity_label":"Act"}] ¦ [{"question":"Which continuation fits best?","context":"Act: A. t. And b","goldIndex":0,"accepted":["x"],"group":"Act","optionTexts":["x","y z"]}] ¦ []
hella-swag ¦ f ¦ [{"ctx_a":"A","endings":["a","b"],"label":"b"}] ¦ [{"question":"Which continuation fits best?","context":"A","goldIndex":1,"accepted":["b"],"optionTexts":["a","b"]}] ¦ []
hella-swag ¦ f ¦ [{"ctx":"c","endings":["a","b"],"label":9}] ¦ [] ¦ [[1,"gold-outside-options",{"gold":"9","count":2}]]
hella-swag ¦ f ¦ [{"ctx":"c","endings":["a","b"],"label":""}] ¦ [] ¦ [[1,"no-answer",{"field":"label"}]]
hella-swag ¦ f ¦ [{"ctx":"c","endings":[{}],"label":1}] ¦ [] ¦ [[1,"bad-options",{"field":"endings"}]]
swag ¦ f ¦ [{"sent1":" q? ","sent2":"","ending0":"a","ending1":"b","label":1}] ¦ [{"question":"q?","goldIndex":1,"accepted":["b"],"optionTexts":["a","b"]}] ¦ []
swag ¦ f ¦ [{"sent1":"A.","sent2":" He ","ending0":"a","ending1":"b","label":"0"}] ¦ [{"question":"Which continuation fits best?","context":"A. He","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
swag ¦ f ¦ [{"sent1":"A.","sent2":"He","ending0":"a","ending1":"b","label":null}] ¦ [] ¦ [[1,"no-answer",{"field":"label"}]]
swag ¦ f ¦ [{"sent1":" ","sent2":"He","ending0":"a","ending1":"b","label":1}] ¦ [] ¦ [[1,"empty-question",{"field":"sent1"}]]
unknown ¦ f ¦ [{"sent1":"A","ending0":"a","label":1}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"sent1, ending0, label"}]]
story-cloze ¦ f ¦ [{"InputSentence1":"One.","InputSentence2":"Two.","RandomFifthSentenceQuiz1":"w","RandomFifthSentenceQuiz2":"x","AnswerRightEnding":1}] ¦ [{"question":"Which continuation fits best?","context":"One. Two.","goldIndex":0,"accepted":["w"],"optionTexts":["w","x"]}] ¦ []
story-cloze ¦ f ¦ [{"InputSentence1":"One.","InputSentence2":"Two.","RandomFifthSentenceQuiz1":"w","RandomFifthSentenceQuiz2":"x","AnswerRightEnding":null}] ¦ [] ¦ [[1,"no-answer",{"field":"AnswerRightEnding"}]]
unknown ¦ f ¦ [{"InputSentence1":"One.","RandomFifthSentenceQuiz1":"w","RandomFifthSentenceQuiz2":"x","AnswerRightEnding":1}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"InputSentence1, RandomFifthSentenceQuiz1, RandomFifthSentenceQuiz2, AnswerRightEnding"}]]
distractors ¦ f ¦ [{"question":"q","correct_answer":"r","distractor1":"a","distractor2":"b","distractor3":"c","distractor4":"d"}] ¦ [{"question":"q","goldIndex":4,"accepted":["r"],"optionTexts":["a","d","c","b","r"]}] ¦ []
distractors ¦ f ¦ [{"question":" ","correct_answer":"r","distractor1":"a"}] ¦ [] ¦ [[1,"empty-question",{"field":"question"}]]
distractors ¦ f ¦ [{"question":"q","correct_answer":"r","distractors":["a","b"],"support":"S","category":"c"}] ¦ [{"question":"q","context":"S","goldIndex":2,"accepted":["r"],"group":"c","optionTexts":["b","a","r"]}] ¦ []
question-answer ¦ f ¦ [{"question":"q","correct_answer":"r","incorrect_answers":[]}] ¦ [{"question":"q","accepted":["r"]}] ¦ []
distractors ¦ f ¦ [{"Question":"q","Correct Answer":"r","Incorrect Answer 1":"a","Incorrect Answer 4":"d","Record ID":"x1","Subdomain":"s"}] ¦ [{"id":"x1","question":"q","goldIndex":2,"accepted":["r"],"group":"s","optionTexts":["d","a","r"]}] ¦ []
alpaca ¦ f ¦ [{"instruction":" i ","input":"c","output":"o"}] ¦ [{"question":"i","context":"c","accepted":["o"]}] ¦ []
alpaca ¦ f ¦ [{"instruction":" ","output":"o"}] ¦ [] ¦ [[1,"empty-question",{"field":"instruction"}]]
alpaca ¦ f ¦ [{"instruction":"i","output":" "}] ¦ [] ¦ [[1,"empty-answer",{}]]
alpaca ¦ f ¦ [{"instruction":"i","instances":[{"input":"a","output":"x"},{"output":"y"},3]}] ¦ [{"question":"i","context":"a","accepted":["x"]},{"id":"f:1 (2, line 1)","question":"i","accepted":["y"]}] ¦ []
alpaca ¦ f ¦ [{"instruction":"i","output":"o","label":1}] ¦ [] ¦ [[1,"judged-answer",{"field":"label"}]]
alpaca ¦ f ¦ [{"instruction":"i","output":"o","answer":"7","is_correct":true}] ¦ [] ¦ [[1,"judged-answer",{"field":"is_correct"}]]
squad ¦ f ¦ [{"context":"C","question":" q ","answers":[{"text":"a"},{"text":"b"}],"title":"T"}] ¦ [{"question":"q","context":"C","accepted":["a","b"],"group":"T"}] ¦ []
squad ¦ f ¦ [{"context":"C","question":"q","answers":{"text":[]}}] ¦ [] ¦ [[1,"no-answer",{"field":"answers"}]]
squad ¦ f ¦ [{"context":" ","question":"q","answers":{"text":["a"]}}] ¦ [] ¦ [[1,"empty-question",{"field":"context"}]]
squad ¦ f ¦ [{"context":"C","question":" ","answers":{"text":["a"]}}] ¦ [] ¦ [[1,"empty-question",{"field":"question"}]]
squad ¦ f ¦ [{"title":"T","paragraphs":[{"context":"C","qas":[{"id":"1","question":"q","answers":[{"text":"a"}]},3]},{"context":"D"}]}] ¦ [{"id":"1","question":"q","context":"C","accepted":["a"],"group":"T"}] ¦ []
nq-open ¦ f ¦ [{"context":"C","question":"q","answers":[3]}] ¦ [{"question":"q","context":"C","accepted":["3"]}] ¦ []
mgsm ¦ f ¦ [{"column1":"Frage: q?","column2":"-1,234.5"}] ¦ [{"question":"q?","accepted":["-1,234.5"]}] ¦ []
unknown ¦ f ¦ [{"column1":"q?","column2":"12x"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2"}]]
unknown ¦ f ¦ [{"column1":"q?","column2":"12","column3":"x"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2, column3"}]]
mgsm ¦ f ¦ [{"column1":" ","column2":"12"}] ¦ [] ¦ [[1,"empty-question",{"field":"question"}]]
mgsm ¦ f ¦ [{"question":"q","answer_number":null}] ¦ [] ¦ [[1,"no-answer",{"field":"answer_number"}]]
mgsm ¦ f ¦ [{"question":"Frage: q","answer_number":" 7"}] ¦ [{"question":"q","accepted":["7"]}] ¦ []
multi-arith ¦ f ¦ [{"sQuestion":" q ","lSolutions":["12.0"],"iIndex":7}] ¦ [{"id":"7","question":"q","accepted":["12"]}] ¦ []
multi-arith ¦ f ¦ [{"sQuestion":"q","lSolutions":["1","2"]}] ¦ [] ¦ [[1,"several-golds",{"count":2}]]
multi-arith ¦ f ¦ [{"sQuestion":"q","lSolutions":[]}] ¦ [] ¦ [[1,"no-answer",{"field":"lSolutions"}]]
multi-arith ¦ f ¦ [{"sQuestion":"q","lSolutions":[{}]}] ¦ [] ¦ [[1,"no-answer",{"field":"lSolutions"}]]
race ¦ f ¦ [{"id":"r","article":"T","questions":["q1"," "],"options":[["a","b"],["c","d"]],"answers":["B","A"]}] ¦ [{"id":"r:1","question":"q1","context":"T","goldIndex":1,"accepted":["b"],"optionTexts":["a","b"]}] ¦ [[1,"empty-question",{"field":"questions"}]]
race ¦ f ¦ [{"article":"T","questions":["q"],"options":[["a","b"]],"answers":[" B "]}] ¦ [{"id":"f:1:1","question":"q","context":"T","goldIndex":1,"accepted":["b"],"optionTexts":["a","b"]}] ¦ []
race ¦ f ¦ [{"article":"T","questions":["q"],"options":[[null,"b"]],"answers":["B"]}] ¦ [] ¦ [[1,"bad-options",{"field":"options"}]]
race ¦ f ¦ [{"article":"T","questions":["q"],"options":[["a","b"]],"answers":[null]}] ¦ [] ¦ [[1,"no-answer",{"field":"answers"}]]
unknown ¦ f ¦ [{"article":"T","questions":["q"],"options":["ab"],"answers":["B"]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"article, questions, options, answers"}]]
winograd ¦ f ¦ [{"text":"A met B; he left.","pronoun":" he ","quote":" he left ","options":["A","B"],"label":1}] ¦ [{"question":"What does “he” refer to in “he left”?","context":"A met B; he left.","goldIndex":1,"accepted":["B"],"optionTexts":["A","B"]}] ¦ []
winograd ¦ f ¦ [{"text":"A met B; he left.","pronoun":"he","options":["A","B"],"label":null}] ¦ [] ¦ [[1,"no-answer",{"field":"label"}]]
winograd ¦ f ¦ [{"text":" ","pronoun":"he","options":["A","B"],"label":0}] ¦ [] ¦ [[1,"empty-question",{"field":"text"}]]
winograd ¦ f ¦ [{"text":"T","pronoun":"he","options":["A","B"],"label":"0"}] ¦ [{"question":"What does “he” refer to?","context":"T","goldIndex":0,"accepted":["A"],"optionTexts":["A","B"]}] ¦ []
pubmed-qa ¦ f ¦ [{"QUESTION":" q ","CONTEXTS":["a","b"],"final_decision":"no","pubid":7}] ¦ [{"id":"7","question":"q","context":"a\nb","goldIndex":1,"accepted":["no"],"optionTexts":["yes","no","maybe"]}] ¦ []
pubmed-qa ¦ f ¦ [{"question":"q","context":{"contexts":["a"]},"pubid":"x","final_decision":null}] ¦ [] ¦ [[1,"no-answer",{"field":"final_decision"}]]
pubmed-qa ¦ f ¦ [{"question":" ","context":{"contexts":["a"]},"final_decision":"yes"}] ¦ [] ¦ [[1,"empty-question",{"field":"question"}]]
unknown ¦ f ¦ [{"question":"q","context":{"contexts":["a"]},"other":1}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, context, other"}]]
lambada ¦ lambada.jsonl ¦ [{"text":"He said, \"meet Gabriel.\""}] ¦ [{"id":"lambada.jsonl:1","question":"What is the next word?","context":"He said, \"meet","accepted":["Gabriel"]}] ¦ []
lambada ¦ lambada.jsonl ¦ [{"text":"one"}] ¦ [] ¦ [[1,"empty-question",{"field":"text"}]]
lambada ¦ lambada.jsonl ¦ [{"text":"what is ..."}] ¦ [{"id":"lambada.jsonl:1","question":"What is the next word?","context":"what is","accepted":["..."]}] ¦ []
unknown ¦ f ¦ [{"text":"one two"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"text"}]]
mmlu-csv ¦ f ¦ [{"column1":" q ","column2":"a","column3":"b","column4":" B "}] ¦ [{"question":"q","goldIndex":1,"accepted":["b"],"optionTexts":["a","b"]}] ¦ []
unknown ¦ f ¦ [{"column1":"q","column2":"a","column3":"b","column4":"C"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2, column3, column4"}]]
unknown ¦ f ¦ [{"column1":"q","column2":"a","column3":"b","column4":"AB"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2, column3, column4"}]]
mmlu-csv ¦ f ¦ [{"column1":" ","column2":"a","column3":"b","column4":"A"}] ¦ [] ¦ [[1,"empty-question",{"field":"column1"}]]
unknown ¦ f ¦ [{"column1":"q","column2":"a","column3":"A"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column1, column2, column3"}]]
unknown ¦ f ¦ [{"column0":"q","column2":"a","column3":"b","column4":"A"}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"column0, column2, column3, column4"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answer_idx":"B"}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"answer_idx"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answerKey":"A"}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answer_index":1}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b","c"],"answer":0,"answer_index":2}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"answer_index"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"answer_index":5}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","b"],"answer":0,"correct_answer":" b "}] ¦ [] ¦ [[1,"answers-contradict",{"field":"answer","other":"correct_answer"}]]
multiple-choice ¦ f ¦ [{"question":"q","choices":["a","a"],"answer":0,"answer_letter":"B"}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","a"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","choices":["A","B"],"answer":0,"correct_option":"A"}] ¦ [{"question":"q","goldIndex":0,"accepted":["A"],"optionTexts":["A","B"]}] ¦ []
big-bench ¦ f ¦ [{"input":"q","target_scores":{"a":0,"b":0}}] ¦ [] ¦ [[1,"no-answer",{"field":"target_scores"}]]
big-bench ¦ f ¦ [{"input":"q","target_scores":{"a":1,"b":1}}] ¦ [] ¦ [[1,"several-golds",{"count":2}]]
big-bench ¦ f ¦ [{"input":" ","target_scores":{"a":1,"b":0}}] ¦ [] ¦ [[1,"empty-question",{"field":"input"}]]
big-bench ¦ f ¦ [{"input":"q","target_scores":{"a":0.5,"b":0.2}}] ¦ [{"question":"q","goldIndex":0,"accepted":["a"],"optionTexts":["a","b"]}] ¦ []
unknown ¦ f ¦ [{"inputs":"Q: q\nA:","targets":["b"],"multiple_choice_targets":["a","b"],"multiple_choice_scores":[0]}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"inputs, targets, multiple_choice_targets, multiple_choice_scores"}]]
big-bench ¦ f ¦ [{"inputs":"Q: q\nA:","targets":["b"],"multiple_choice_targets":["a","b"],"multiple_choice_scores":[0,1]}] ¦ [{"question":"q","goldIndex":1,"accepted":["b"],"optionTexts":["a","b"]}] ¦ []
big-bench-text ¦ f ¦ [{"inputs":" ","targets":["b"],"multiple_choice_targets":[]}] ¦ [] ¦ [[1,"empty-question",{"field":"inputs"}]]
big-bench-text ¦ f ¦ [{"inputs":"q","targets":[],"multiple_choice_targets":[]}] ¦ [] ¦ [[1,"empty-answer",{}]]
yes-no ¦ f ¦ [{"question":"is it","passage":"P","answer":false}] ¦ [{"question":"is it?","context":"P","goldIndex":0,"accepted":["no"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":"is it?","answer":true}] ¦ [{"question":"is it?","goldIndex":1,"accepted":["yes"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":"is it","answer":"yes","passage":"P"}] ¦ [{"question":"is it?","context":"P","goldIndex":1,"accepted":["yes"],"optionTexts":["no","yes"]}] ¦ []
yes-no ¦ f ¦ [{"question":" ","passage":"P","answer":true}] ¦ [] ¦ [[1,"empty-question",{"field":"question"}]]
unknown ¦ f ¦ [{"question":"q","passage":"P","label":2}] ¦ [] ¦ [[1,"unknown-shape",{"fields":"question, passage, label"}]]
yes-no ¦ f ¦ [{"question":"q","passage":"P","label":0,"idx":1}] ¦ [{"id":"1","question":"q?","context":"P","goldIndex":0,"accepted":["no"],"optionTexts":["no","yes"]}] ¦ []
multiple-choice ¦ f ¦ [{"question":"q","answer":true,"options":["x","y"]}] ¦ [] ¦ [[1,"bad-answer",{"field":"answer"}]]
drop ¦ f ¦ [{"passage":"P","question":"q","answer":{"number":"3","date":{},"spans":[]}}] ¦ [{"question":"q","context":"P","accepted":["3"]}] ¦ []
drop ¦ f ¦ [{"passage":"P","question":"q","answer":{"number":"","date":{"day":"","month":"May","year":"2001"},"spans":[]}}] ¦ [{"question":"q","context":"P","accepted":["May 2001"]}] ¦ []
drop ¦ f ¦ [{"passage":"P","question":"q","answer":{"number":"","date":{},"spans":["x","y"]}}] ¦ [] ¦ [[1,"several-golds",{"count":2}]]
drop ¦ f ¦ [{"passage":"P","question":"q","answer":{"number":"","date":{},"spans":[]}}] ¦ [] ¦ [[1,"no-answer",{"field":"answer"}]]
drop ¦ f ¦ [{"passage":"P","question":"q","answers_spans":{"spans":["x"],"types":["span"]}}] ¦ [{"question":"q","context":"P","accepted":["x"]}] ¦ []
coqa ¦ f ¦ [{"id":"c","story":"S","questions":[{"input_text":"Who?"},{"input_text":" "}],"answers":[{"input_text":"Ann"},{"input_text":"x"}]}] ¦ [{"id":"c:1","question":"Who?","context":"S","accepted":["Ann"]}] ¦ [[1,"empty-question",{"field":"questions"}]]
coqa ¦ f ¦ [{"id":"c","story":"S","questions":["Who?"],"answers":{"input_text":["Ann"]}}] ¦ [{"id":"c:1","question":"Who?","context":"S","accepted":["Ann"]}] ¦ []
gsm8k ¦ f ¦ [{"question":"q","answer":"a <<1+1=2>> b\n#### 1,000"}] ¦ [{"question":"q","accepted":["1,000"],"rationale":"a  b"}] ¦ []
gsm8k ¦ f ¦ [{"question":"q","answer":"#### 5\n#### 6"}] ¦ [{"question":"q","accepted":["6"],"rationale":"#### 5"}] ¦ []
gsm8k ¦ f ¦ [{"question":" ","answer":"#### 5"}] ¦ [] ¦ [[1,"empty-question",{"field":"question"}]]
gsm8k ¦ f ¦ [{"question":"q","answer":"x\n####"}] ¦ [] ¦ [[1,"empty-answer",{}]]
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
