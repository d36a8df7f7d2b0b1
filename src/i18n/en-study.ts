/** English texts of studies; part of en.ts. */

export const enStudy = {
  'section.label': 'Parts of the lab',
  'section.run': 'Single run',
  'section.study': 'Study',
  'section.history': 'History',

  'study.lead':
    'Which base model will be best after post-training? A study runs one benchmark over base models and their post-trained versions, ranks the bases under each condition, and counts how many neighbours must swap places until the ranking is that of the post-trained models.',
  'study.set-up': 'Set up a study',
  'study.start': 'Start the study',
  'study.pause': 'Pause',
  'study.resume': 'Resume',
  'study.stop': 'Stop',
  'study.skip': 'Skip this model',
  'study.retry': 'Retry failed and skipped',
  'study.go-on': 'Go on',
  'study.models': 'Models',
  'study.models-summary_one': '{count} model, {pairs}',
  'study.models-summary_other': '{count} models, {pairs}',
  'study.pairs_one': '{count} pair',
  'study.pairs_other': '{count} pairs',
  'study.model': 'Model',
  'study.role': 'Role',
  'study.role.base': 'base',
  'study.role.post-trained': 'post-trained',
  'study.family': 'Pair',
  'study.family-hint': 'Models with the same word here are a base and what was post-trained from it.',
  'study.chat-template': 'Chat template',
  'study.remove': 'Remove {model}',
  'study.remove-all': 'Remove all',
  'study.add-embedded': 'Add an embedded model',
  'study.add-embedded-choose': 'Choose…',
  'study.add-hub': 'Add from the Hugging Face hub',
  'study.add': 'Add',
  'study.adding': 'Looking it up…',
  'study.add-folder': 'Add a folder…',
  'study.embedded-again': 'The embedded study',
  'study.needs-folder': 'needs its folder again',
  'study.needs-files': 'It must hold {files}.',
  'study.no-pairs': 'Rankings need at least two pairs of a base and its post-trained model.',
  'study.settings': 'Settings',
  'study.settings-summary': '{conditions} · {items} · seeds {seeds} · {steps} steps',
  'study.placebos': 'Placebo controls',
  'study.settings-need-webgpu':
    'Soft prompts and placebos are tuned on WebGPU, which this browser does not offer: the study will leave them out and run the others on the CPU.',
  'study.settings-only-webgpu':
    'Soft prompts and placebos are tuned on WebGPU, which this browser does not offer, so nothing of this study can run here. Choose zero-shot or few-shot.',
  'study.seeds': 'Seeds',
  'study.seeds-hint': 'Each adds one tuning and one draw of few-shot examples a model.',
  'study.seeds-invalid': 'Whole numbers, each once, separated by commas.',
  'study.items-hint': 'A seeded sample, the same for all models; 0 = all.',

  'study.unfinished': 'Not finished',
  'study.unfinished-text': 'This study was cut off. It goes on where it stopped, with the same numbers.',
  'study.folder-wanted':
    'It needs the folder of {model} again: browsers do not keep dropped files. Without it this model is left out.',
  'study.folder-there': 'The folder of {model} is there.',
  'study.folder-choose': 'Choose the folder…',
  'study.folder-of': 'Folder of {model}',
  'run.unfinished-text':
    'This run was cut off. It goes on after the last step it finished, with the same numbers.',
  'run.discard': 'Put away {name}',
  'run.discard-short': 'Put away',
  'study.started-at': 'started {time}',

  'study.status': 'Progress of the study',
  'study.status.idle':
    'Ready. Every finished step is kept in this browser: a closed tab costs the current step only.',
  'study.status.starting': 'Starting the worker…',
  'study.status.running': 'Model {index} of {count}: {model}',
  'study.status.pausing': 'Pausing after the current step…',
  'study.status.paused': 'Paused',
  'study.status.resuming': 'Going on…',
  'study.status.stopping': 'Stopping after the current step…',
  'study.status.ending': 'Freeing the GPU’s memory…',
  'study.status.stopped': 'Stopped. What was finished is kept; the study can go on.',
  'study.status.done': 'Done',
  'study.status.done-in': 'Done in {time}.',
  'study.status.failed': 'The study stopped',
  'study.status.left': 'about {time} left',
  'study.status.seed': 'seed {seed}',
  'study.phase.loading': 'loading',
  'study.phase.self-check': 'checking the engine against onnxruntime',
  'study.phase.zero-shot': 'zero-shot, {done} of {total} items',
  'study.phase.few-shot': 'few-shot, {done} of {total} items',
  'study.phase.tuning': 'tuning, step {step} of {total}',
  'study.phase.soft-prompt': 'soft prompt at step {step}, {done} of {total} items',
  'study.phase.done': 'done',
  'study.state.waiting': 'waiting',
  'study.state.running': 'running',
  'study.state.done': 'done',
  'study.state.skipped': 'skipped',
  'study.state.failed': 'failed',
  'study.show-own': 'Show this study',

  'study.recorded': 'Recorded study',
  'study.recorded-note': 'Made earlier with',
  'study.live': 'Running',
  'study.own': 'Your study',
  'study.partial': 'As far as it came',
  'study.shared': 'Shared study',
  'study.shared-note': 'From a link: somebody’s numbers, with everything needed to run them again.',
  'study.file': 'Study from a file',
  'study.kept': 'From your history',
  'study.heading': '{models} on {benchmark}',
  'study.heading-seeds_one': 'seed {seeds}',
  'study.heading-seeds_other': 'seeds {seeds}',
  'study.run-again': 'Set up the same study',
  'study.empty': 'No study yet. Start the embedded one: ten tiny models that are part of this page.',

  'study.finding':
    'Ranked {name}, the base models need {swaps} (95\u00a0%: {low}–{high}, n\u00a0=\u00a0{n}) to stand as after post-training.',
  'study.finding-next': 'Ranked {name}, they need {swaps} (95\u00a0%: {low}–{high}).',
  'study.finding-none':
    'Ranked {names}, the base models show no order to read: scores are tied, like zero, or apart by chance (n\u00a0=\u00a0{n}).',
  'study.finding-or': ' or ',
  'study.finding-no-reference':
    'The post-trained models’ own zero-shot scores have no order to read (n\u00a0=\u00a0{n}), so no ranking of the bases can be held against it.',
  'study.finding-name.zero-shot': 'zero-shot',
  'study.finding-name.few-shot': 'few-shot',
  'study.finding-name.soft-prompt': 'with tuned soft prompts',
  'study.finding-name.knowledge.closed': 'by the untuned log-likelihood of the options, without any tuning',
  'study.finding-name.knowledge.open': 'by what the rule judge finds in their untuned answers',

  'study.table': 'Exact match by model and condition',
  'study.table-sub_one':
    '{count} test item. Each rate with its 95 % Wilson interval: exact match, then what the model knows and how often the form is right.',
  'study.table-sub_other':
    '{count} test items. Each rate with its 95 % Wilson interval: exact match, then what the model knows and how often the form is right.',
  'study.table-sub-seeds':
    'With {count} seeds each is their mean, held to be no surer than one of them (the mean of their intervals); below, the lowest and the highest seed’s exact match. Zero-shot depends on no seed.',
  'study.seeds-range': 'seeds: {range}',
  'study.seeds-done': '{done} of {total} seeds so far',
  'study.knowledge-short': 'knows',
  'study.format-short': 'form',
  'study.not-yet': 'not yet',
  'study.failed': 'failed',

  'study.placebo-sub': 'The same tuning on answers that carry no knowledge, in the same form.',
  'study.placebo-tuned': 'Tuned on',
  'study.placebo-before': 'untuned',
  'study.placebo-real': 'real answers',
  'study.placebo-over_one': 'One model on {n} test items, beside each rate its 95 % interval.',
  'study.placebo-over_other':
    'Means over {count} models on {n} test items each; beside each the lowest and the highest of these models.',
  'study.placebo-outcome.form-stays':
    'Knowledge stayed within ±{margin} points (change in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}) although the answers taught nothing: with these settings the vectors changed the form and little else.',
  'study.placebo-outcome.form-falls':
    'Knowledge fell (change in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}): the vectors learnt what such answers say as well as their form. Rising form alone does not show that only form was learnt.',
  'study.placebo-outcome.form-rises':
    'Knowledge as measured rose (change in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}) although the answers carry none: part of it depends on the form.',
  'study.placebo-outcome.form-unsaid':
    'The form rose; whether knowledge changed or stayed within ±{margin} points cannot be said (change in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}).',
  'study.placebo-outcome.no-form-stays':
    'Knowledge stayed within ±{margin} points (change in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}); whether the form changed cannot be said.',
  'study.placebo-outcome.no-form-falls':
    'Knowledge fell (change in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}): the vectors learnt what such answers say. Whether the form rose cannot be said.',
  'study.placebo-outcome.no-form-rises':
    'Knowledge as measured rose (change in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}) although the answers carry none; whether the form rose cannot be said.',
  'study.placebo-outcome.no-form-unsaid':
    'Whether form or knowledge changed cannot be said (change of knowledge in points, 95\u00a0%: {interval}; n\u00a0=\u00a0{n}).',

  'study.rankings': 'Base rankings against post-trained ones',
  'study.rankings-sub':
    'Each line is a pair: left the place of its base, right that of its post-trained model. Lines that cross are swaps. Ties share a place and count as half a swap.',
  'study.reference': 'Post-trained models under',
  'study.by': 'Drawn by',
  'study.by.place': 'Place',
  'study.by.score': 'Score',
  'study.base': 'base',
  'study.post-trained': 'post-trained',
  'study.swaps-of_one': '{swaps} of {count} swap',
  'study.swaps-of_other': '{swaps} of {count} swaps',
  'study.swaps-interval': '95\u00a0%: {low}–{high} · n\u00a0=\u00a0{n}',
  'study.best-named': 'best named: {share} of {count} draws',
  'study.alphabetical': 'ties by alphabet: {swaps}',
  'study.no-order': 'no order to read from this',
  'study.ranking.knowledge.closed': 'Log-likelihood, untuned',
  'study.ranking.knowledge.open': 'Knowledge, untuned',
  'study.ranking': 'Ranking',
  'study.swaps': 'Swaps',
  'study.interval': '95 % interval',
  'study.best-named-head': 'Best named, of {count} draws',
  'study.alphabetical-head': 'Ties by alphabet',
  'study.order': 'Order',
  'study.rankings-notes':
    'Interval and “best named” come from drawing the {n} test items again {count} times (seed {seed}). Best named: in how many of the draws the best post-trained model’s base is on top; other draws would move it by ±2.2 points at most (95 %). Breaking ties by the alphabet gives a number that looks sure and changes when a model is renamed; it stands here as a warning.',
  'study.plot-rankings': 'Slope charts, one a base ranking: {summary}',
  'study.plot-ranking': '{name}: {swaps} swaps (95\u00a0%: {low}–{high})',

  'study.compression': 'Rankings that are none',
  'study.compression-sub':
    'Where scores crowd at zero or at each other, their order is made by chance or by the rule that breaks ties. Told apart are scores whose exact sign test on the {n} items gives p < 0.05.',
  'study.compression.none': 'Every ranking here is spread enough to be read as one.',
  'study.compression.ties': '{groups} tie',
  'study.compression.zero': '{models} cannot be told from a model that is never right with n\u00a0=\u00a0{n}',
  'study.compression.unresolved': '{count} of {pairs} pairs may differ by chance',

  'study.gaps': 'Score gap: post-trained minus base',
  'study.gaps-sub':
    'Points of exact match under the same condition, with 95 % bootstrap intervals over the {n} test items ({count} draws, seed {seed}).',
  'study.gap': 'Gap',
  'study.mean': 'mean',
  'study.points': 'points',
  'study.plot-gaps': 'Score gaps: {summary}',
  'study.plot-gap': '{name}: mean {gap} points (95\u00a0%: {low} to {high})',
  'study.condition': 'Condition',

  'study.view': 'View',
  'study.chart': 'Chart',
  'study.as-table': 'Table',
  'study.svg': 'SVG',
  'study.csv': 'CSV',
  'study.table-csv': 'CSV of the table',
  'study.download-svg': 'Download “{title}” as SVG',
  'study.download-csv': 'Download “{title}” as CSV',

  'study.caveats': 'What this does not show',
  'study.caveat.recipe':
    'The embedded models’ recipes build in exposure to the format that does not follow knowledge (m4 most). The study demonstrates the mechanism; it is no evidence about real models.',
  'study.caveat.likelihood':
    'Ranked by the untuned log-likelihood, the bases need no more swaps here than with tuned soft prompts: where options are listed, tuning is not the only way to a fair ranking.',
  'study.caveat.judge':
    'On the open task the rule judge under-counts a base that rambles, so knowledge seems to rise with tuning.',
  'study.caveat.gain':
    'A soft prompt lifts the post-trained models here as well, each by {range} points of exact match (95 % intervals within {bounds}, n\u00a0=\u00a0{n}).',
  'study.caveat.strict':
    'Strict format falls with knowledge: an unknown fact gives a well-formed answer that is not listed.',
  'study.caveat.seed': 'One seed: another draws other batches and few-shot examples.',
  'study.caveat.noise':
    'With soft prompts, the scores of these pairs of families may differ by chance (n\u00a0=\u00a0{n}), among the bases or the post-trained models: {pairs}.',

  'study.facts': 'Behind the numbers',
  'study.facts.items': 'Items',
  'study.facts.items-value':
    '{evaluated} of {test} test rows (sample by seed {seed}); {train} rows to tune on',
  'study.facts.intervals': 'Intervals',
  'study.facts.intervals-value':
    '95\u00a0%: Wilson’s for rates; for swaps and gaps, percentiles over {count} draws of the items (bootstrap, seed {seed})',
  'study.facts.seeds': 'Seeds',
  'study.facts.tuning': 'Tuning',
  'study.facts.tuning-value': '{vectors} vectors, {steps} steps of {batch} rows, {optimizer} {rate}',
  'study.facts.time': 'Time',
  'study.facts.adapter': 'Adapter',
  'study.facts.hashes': 'Hashes and versions',

  'study.share': 'Share',
  'study.share-lead':
    'The link holds the study’s tables, rankings and settings, and the hashes of all files; no benchmark items. Opening it needs no WebGPU and no model.',
  'study.share-link': 'Link to this study',

  'study.linked': 'Beside the link’s numbers',
  'study.linked-waiting': 'The numbers of the link will stand here beside yours when the study has run.',
  'study.linked-drop': 'Put aside',
  'study.linked-own': 'yours',
  'study.linked-theirs': 'link',
  'study.linked-difference': 'difference',
  'study.linked-same-files': 'same files',
  'study.linked-other-files': 'other files',
  'study.linked-unknown-files': 'not run',
  'study.linked-within': 'within both intervals',
  'study.linked-outside': 'outside an interval',
} as const;
