/** English texts of data import, prompts, comparisons, controls and exports. */

export const enEvaluation = {
  'setup.benchmark.duplicates_one': '{count} test row left out: also a train row',
  'setup.benchmark.duplicates_other': '{count} test rows left out: also train rows',
  'import.reading-file': 'Reading {name}: {loaded} of {total}, {rows} rows',
  'import.duplicates_one': '{count} test row left out because its question is also a train row',
  'import.duplicates_other': '{count} test rows left out because their questions are also train rows',
  'import.unknown': 'No known benchmark has these fields. Name the question and the answer:',
  'import.kind-value': '{kind}',
  'import.kind-mapped': 'fields named by hand',
  'import.mapping': 'Name the fields yourself',
  'import.mapping-hint':
    'Without options the task is open. With options, the answer may be an index, a letter or the option’s text.',
  'import.mapping-choose': 'Choose a field…',
  'import.mapping-none': 'none: open task',
  'import.mapping-answer': 'Answer',
  'import.mapping-apply': 'Read with these fields',
  'import.mapping-undo': 'Recognise by itself again',
  'import.labels': 'Labels',
  'import.labels-count_one': '{count} label, in the order of the rows',
  'import.labels-count_other': '{count} labels, in the order of the rows',
  'import.prompt': 'Prompt',
  'import.prompt-hint': 'The file has several; each question is asked with one of them.',
  'import.prompt-used': '{number} of {count}',
  'import.language': 'Language of the answers',
  'import.language-hint':
    'Decides how numbers are written, which articles do not count, and the words of the prompt.',
  'import.language.auto': 'as rows and file name tell, else English',
  'import.language.en': 'English',
  'import.language.de': 'German',
  'import.base': 'Numbers in the answer count from',
  'import.base-hint': 'An answer “1” is the second option when the first has number 0.',
  'import.base.auto': 'as the rows tell',
  'import.base.0': '0: the first option has number 0',
  'import.base.1': '1: the first option has number 1',
  'import.lines': 'Answers of several lines',
  'import.lines-hint': 'The required output is one line.',
  'import.lines.none': 'leave these rows out',
  'import.lines.first': 'take the first line',
  'import.lines.last': 'take the last line',
  'import.lines.joined': 'write all lines as one',
  'import.lines.json': 'keep them: ask for a JSON object with the answer',

  'prompts.title': 'Prompts',
  'prompts.summary-own': 'as the benchmark gives them',
  'prompts.summary-template': 'from a template',
  'prompts.summary-stated': 'form stated',
  'prompts.summary-silent': 'form not stated',
  'prompts.source': 'Prompt',
  'prompts.source.own': 'The benchmark’s own',
  'prompts.source.template': 'From a template',
  'prompts.template': 'Template',
  'prompts.template-hint': 'A line whose placeholders are all empty is left out. Placeholders: {names}',
  'prompts.needs-question': 'The template needs the placeholder for the question.',
  'prompts.needs-options': 'The template needs the placeholder for the options.',
  'prompts.states-format': 'Say in the prompt which form the answer must have',
  'prompts.form': 'Required form',
  'prompts.form.own': 'as the benchmark asks',
  'prompts.form.hash': '#### answer',
  'prompts.form.boxed': '\\boxed{…}',
  'prompts.form.phrase': 'a short phrase',
  'prompts.form.letter': 'the option’s letter',
  'prompts.form.json': 'JSON with a key',
  'prompts.form.regex': 'a pattern of my own',
  'prompts.form-words': 'At most words',
  'prompts.form-key': 'Key',
  'prompts.form-pattern': 'Regular expression',
  'prompts.form-pattern-hint': 'Group 1, or else the whole match, is the answer.',
  'prompts.fault.too-long': 'At most 300 characters.',
  'prompts.fault.invalid': 'This is no regular expression.',
  'prompts.fault.nested-repetition':
    'A repeated group must not itself repeat or choose: that could run for ever.',
  'prompts.fault.backreference': 'Back-references are not supported.',
  'prompts.fault.own-output': 'The pattern must find the answer in the required output below.',
  'prompts.form-output': 'Required output',
  'prompts.form-output-hint': 'The placeholder {name} stands for the right answer.',
  'prompts.per-item': 'Draw few-shot pairs anew for each question (slower)',
  'prompts.preview': 'What the model will see',
  'prompts.preview-item': 'Test item {index} of {count}',
  'prompts.preview-loading': 'Preparing the prompt…',
  'prompts.vectors_one': '{count} tuned vector',
  'prompts.vectors_other': '{count} tuned vectors',
  'prompts.required': 'Required answer',
  'prompts.length': 'Length',
  'prompts.length-value': '{tokens} tokens',
  'prompts.length-start': '{tokens} tokens, {start} of them put at the start by the tokenizer',
  'prompts.stop': 'An answer ends',
  'prompts.stop.newline': 'at the end token, at the first line break, or after {count} tokens',
  'prompts.stop.text-line':
    'at the end token, at the end of the first line with text, where a new question begins, or after {count} tokens',
  'prompts.stop.blank-line':
    'at the end token, at a blank line, where a new question begins, or after {count} tokens',
  'prompts.stop.marked-line':
    'at the end token, at the end of the line with ####, where a new question begins, or after {count} tokens',
  'prompts.stop-widened':
    '(later than this form needs, since an earlier stop would cut a gold answer or solution)',
  'prompts.stop.new-question': 'at the end token, where a new question begins, or after {count} tokens',
  'prompts.conflicts_one':
    'The stop rule would cut the required answer of {count} train or test item. The run will not start so.',
  'prompts.conflicts_other':
    'The stop rule would cut the required answers of {count} train or test items. The run will not start so.',

  'controls.wrong': 'Placebo: shuffled answers',
  'controls.random': 'Placebo: random options',
  'controls.wrong-slow': 'Placebo: shuffled answers, low rate',
  'controls.random-slow': 'Placebo: random options, low rate',
  'controls.wrong.hint': 'Tunes once more on shuffled answers: wrong, in the right form',
  'controls.random.hint':
    'Tunes once more on random options (open tasks: answers of other rows), in the right form',
  'controls.wrong-slow.hint': 'The same at a tenth of the learning rate: the form comes first',
  'controls.random-slow.hint': 'The same at a tenth of the learning rate: the form comes first',
  'controls.wrong.answers': 'shuffled answers',
  'controls.random.answers': 'random options',
  'controls.wrong-slow.answers': 'shuffled answers, low rate',
  'controls.random-slow.answers': 'random options, low rate',

  'compare.title': 'Same items, compared',
  'compare.lead':
    'Both conditions answer the same {n} items, so they are compared item by item: how many only one of them got right, whether such a split would be chance (exact McNemar test), and the difference with its 95 % interval (paired bootstrap).',
  'compare.pair': 'Compared',
  'compare.metric': 'Metric',
  'compare.difference': 'Difference',
  'compare.gains': 'Gained',
  'compare.losses': 'Lost',
  'compare.p': 'p',
  'compare.to': '{first} → {second}',
  'compare.points': '{value} points',
  'compare.by-formula':
    '* No item differs, or all do in the same way, so resampling finds no spread; this interval is Newcombe’s for paired rates.',
  'compare.detectable':
    'With n\u00a0=\u00a0{n}, a difference of {points} points would be found four times out of five, if a fifth of the items differed at all. Smaller ones need more items.',
  'compare.detectable-none':
    'With n\u00a0=\u00a0{n}, even a large difference would often be missed. Use more items before you compare.',

  'drift.title': 'Does knowledge stay?',
  'drift.equivalent':
    'At every step the model knows the same as at step {first}, within ±{margin} points (equivalence shown by 90 % intervals, n\u00a0=\u00a0{n}).',
  'drift.different':
    'Knowledge changed by more than ±{margin} points at step {steps}: {change} points at the last (90 % interval {interval}, n\u00a0=\u00a0{n}). The tuning did not only teach the form.',
  'drift.different-many':
    'Knowledge changed by more than ±{margin} points at steps {steps}: {change} points at the last (90 % interval {interval}, n\u00a0=\u00a0{n}). The tuning did not only teach the form.',
  'drift.undecided':
    'Whether knowledge stays within ±{margin} points cannot be said with n\u00a0=\u00a0{n}: at {count} of {total} later steps the 90 % interval reaches across the margin. Last step: {change} points, {interval}.',
  'drift.items':
    'Item by item, tuned against untuned: {gains} newly known, {losses} no longer known (exact test p = {p}, n\u00a0=\u00a0{n}).',

  'facts.saturation': 'Format saturates',
  'facts.saturation-at': 'at step {step}',
  'facts.saturation-never': 'not within this run',
  'facts.saturation-interval':
    '95 % interval: {low} to {high}. The {n} items were drawn anew {draws} times (seed {seed}); in {never} of these the format does not saturate.',
  'facts.saturation-rule':
    'The first evaluated step from which every format rate is at least 95 % of the best of the last three.',

  'scoring.title': 'Other scoring rules',
  'scoring.lead':
    'The same outputs, scored as other harnesses do. Strict and flexible are the filters of lm-evaluation-harness; acc ranks the options by log-likelihood, acc_norm divides by characters, acc_bytes by bytes, acc_mutual_info takes off what an option has without the question.',
  'scoring.exact': 'Exact match (ours)',
  'scoring.exact_match,strict-match': 'Strict match',
  'scoring.exact_match,flexible-extract': 'Flexible match',
  'scoring.exact_match,official': 'TriviaQA/SQuAD exact match',
  'scoring.exact_match,option-letter': 'Letter (ours)',
  'scoring.acc': 'acc',
  'scoring.acc_norm': 'acc_norm',
  'scoring.acc_bytes': 'acc_bytes',
  'scoring.acc_mutual_info': 'acc_mutual_info',
  'scoring.ties': 'Ties',
  'scoring.mass': 'Options’ probability',
  'scoring.mass-hint':
    'Ties are counted, never given to the first option. The options’ probability is what the model gives all listed answers together: far below 100 %, it expects another form. It is a mean over the n items; how it spreads is not kept.',

  'generation.title': 'How the answers ended',
  'generation.stop-token': 'End token',
  'generation.stop-rule': 'Stop rule',
  'generation.length': 'Cut at the budget',
  'generation.looping': 'In a loop',
  'generation.hint':
    'Answers cut at the token budget or running in a loop say little about what the model knows; raise the longest answer where they are many.',

  'placebo.title': 'Placebo controls',
  'placebo.lead':
    'The same tuning on answers that carry no knowledge, in the same form. If only form were learnt, knowledge would stay where it is.',
  'placebo.real': 'Real answers',
  'placebo.format': 'Format',
  'placebo.knowledge': 'Knowledge',
  'placebo.table': 'Format and knowledge per step, real answers and placebo',
  'placebo.step': 'Step',
  'placebo.intervals': 'with 95 % intervals, n\u00a0=\u00a0{n}',
  'placebo.chart': '{metric} per step: real answers beside placebo',
  'placebo.finding':
    'Tuned on {name}, format reached {format} (real answers: {realFormat}), and knowledge went from {before} to {after} (real answers: {realAfter}; n\u00a0=\u00a0{n}, 95 % intervals in brackets).',
  'placebo.outcome.form-stays':
    'The form rose while knowledge stayed within ±{margin} points although the answers taught nothing: with these settings the vectors changed the form and little else (n\u00a0=\u00a0{n}).',
  'placebo.outcome.form-falls':
    'So the same vectors can learn what such answers say as well as the form (n\u00a0=\u00a0{n}; change of knowledge in points: {interval}). Rising format alone does not show that only form was learnt; what the real run did to knowledge must be read from its own knowledge curve.',
  'placebo.outcome.form-rises':
    'Knowledge as measured rose although the answers carry none (n\u00a0=\u00a0{n}; in points: {interval}): part of it depends on the form.',
  'placebo.outcome.form-unsaid':
    'The form rose; whether knowledge changed or stayed within ±{margin} points cannot be said with n\u00a0=\u00a0{n} (change in points: {interval}).',
  'placebo.outcome.no-form-stays':
    'Knowledge stayed within ±{margin} points; whether the form changed cannot be said with n\u00a0=\u00a0{n}.',
  'placebo.outcome.no-form-falls':
    'Knowledge fell (in points: {interval}), so the vectors learnt what such answers say; whether the form rose cannot be said with n\u00a0=\u00a0{n}.',
  'placebo.outcome.no-form-rises':
    'Knowledge as measured rose although the answers carry none (in points: {interval}); whether the form rose cannot be said with n\u00a0=\u00a0{n}.',
  'placebo.outcome.no-form-unsaid':
    'Whether the form or knowledge changed cannot be said with n\u00a0=\u00a0{n} (change of knowledge in points: {interval}).',
  'placebo.shape-only':
    '{shape} of the outputs were written as an option is, though often as one that is not listed.',
  'placebo.form-first':
    'The form came first: at step {step}, {shape} of the outputs had its shape while knowledge still stood at {knowledge}.',
  'placebo.low-rate': 'Low rate: {low} in place of {full}.',
  'placebo.form-too':
    'Format did not rise with the placebo as it did with real answers, so here the form is not independent of what the answers say.',
  'placebo.invite':
    'Is it really only the form that is learnt? One click tunes once more on answers without knowledge.',

  'examples.changed': 'Change of knowledge',
  'examples.any-change': 'all items',
  'examples.gained': 'newly known with the soft prompt',
  'examples.lost': 'no longer known with the soft prompt',
  'examples.end.stop-token': 'ended by itself',
  'examples.end.stop-rule': 'ended by the stop rule',
  'examples.end.length': 'cut at the token budget',
  'examples.looping': 'runs in a loop',

  'facts.duplicates': 'Duplicates',
  'facts.prompt': 'Prompts',
  'facts.fields': 'Fields',
  'facts.split': 'Split',
  'facts.split-value': 'by seed {seed}, {share} for testing',

  'export.title': 'For other tools',
  'export.samples': 'Sample log (JSONL)',
  'export.results': 'results.json',
  'export.curves': 'Curves (CSV)',
  'export.markdown': 'Copy Markdown table',
  'export.copied': 'Table copied',
  'export.step': 'step',
  'export.hint':
    'Field names as in lm-evaluation-harness. Every file carries model hashes, data hashes, seed, versions and adapter.',
  'export.samples-hint':
    'The sample log holds benchmark items; it can be made from the last run of this page only.',
} as const;
