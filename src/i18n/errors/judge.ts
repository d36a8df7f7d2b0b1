/** What can go wrong with a judge model. Neither its address nor its key is ever part of a sentence. */

export const judgeErrors = {
  en: {
    'judge.bad-address':
      'The judge’s address is not one of a server: it begins with http:// or https:// and holds no user name, for example http://localhost:11434/v1. Correct it.',
    'judge.bad-key':
      'The key holds characters that no key has (spaces, line breaks, umlauts). Paste it again.',
    'judge.no-model': 'Name the model that is to judge, as its server calls it.',
    'judge.mixed-content':
      'This page came by https, so the browser keeps it from asking a plain http address on another machine. Use an https address, a server on this machine (localhost), or serve this page by http yourself.',
    'judge.unreachable':
      'Nobody answers at the judge’s address. Start the server and check address and port; if the browser asks whether this page ({origin}) may reach devices in the local network, allow it.',
    'judge.forbidden':
      'This browser was told to keep this page ({origin}) away from servers on this machine and in the local network. Allow it access to the local network (newer versions: to apps on this device) in the settings left of the page’s address, and reload it.',
    'judge.cors':
      'A server answers at the judge’s address but does not let this page read it. Allow the origin {origin} and start it again: Ollama with OLLAMA_ORIGINS={origin}, vLLM with --allowed-origins \'["{origin}"]\', transformers serve with --enable-cors; LM Studio has a switch “Enable CORS”, llama.cpp and LiteLLM allow every page by themselves.',
    'judge.hidden':
      'The judge’s server answers, but what it said stays hidden from this page: it failed, or it does not let a page send a key. Check model and key first (vLLM ends like this with a wrong key, LiteLLM with none, transformers serve with an unknown model), then look at its log.',
    'judge.denied': 'The judge refuses the key (status {status}). Check the key and what it may be used for.',
    'judge.unknown-model':
      'The judge’s server does not know the model {model}, or has no chat completions at this address (most end in /v1). Ask the server for its models, or check both; Ollama needs the model pulled first. {message}',
    'judge.rate-limit':
      'The judge asked to slow down, and still did after several pauses. Ask fewer questions at a time or go on later: what was answered is kept. {message}',
    'judge.server':
      'The judge’s server failed several times (status {status}). Look at its log and go on later: what was answered is kept. {message}',
    'judge.quota':
      'The judge’s server takes no more questions from this key: its credit is used up. Top it up or take another key; what was answered is kept. {message}',
    'judge.timeout':
      'The judge did not answer within {seconds} seconds. Choose a smaller model or ask fewer questions at a time; what was answered is kept.',
    'judge.refused':
      'The judge does not take the request (status {status}). Check the model’s name and its settings on the server. {message}',
    'judge.context':
      'Question and reply are longer than what the judge’s server reads at a time. Start it with a longer context (llama.cpp: -c, Ollama: OLLAMA_CONTEXT_LENGTH, vLLM: --max-model-len) or give fewer tokens for a reply. {message}',
    'judge.not-openai':
      'What answers at the judge’s address does not speak the OpenAI protocol. Give the address of its API; most end in /v1. An address that ends in /chat/completions is taken as it is.',
    'judge.too-long':
      'The question has {tokens} tokens, the judge model takes {limit} together with its reply. Choose a judge with a longer context.',
    'judge.model-load':
      'The judge model {model} could not be loaded into the page. It has to be a text-generation model that onnxruntime runs in this browser’s memory; choose a smaller one.',
    'judge.model-run': 'The judge model {model} stopped while it wrote. Choose a smaller one.',
    'judge.no-items':
      'This result holds no outputs that could be judged. Open the run it came from, or run it again.',
  },
  de: {
    'judge.bad-address':
      'Die Adresse des Richters ist keine eines Servers: Sie beginnt mit http:// oder https:// und enthält keinen Benutzernamen, zum Beispiel http://localhost:11434/v1. Berichtigen Sie sie.',
    'judge.bad-key':
      'Der Schlüssel enthält Zeichen, die kein Schlüssel hat (Leerzeichen, Zeilenumbrüche, Umlaute). Fügen Sie ihn noch einmal ein.',
    'judge.no-model': 'Nennen Sie das Modell, das urteilen soll, so wie sein Server es nennt.',
    'judge.mixed-content':
      'Diese Seite kam über https, deshalb lässt der Browser sie keine einfache http-Adresse auf einem anderen Rechner fragen. Nehmen Sie eine https-Adresse, einen Server auf diesem Rechner (localhost), oder liefern Sie diese Seite selbst über http aus.',
    'judge.unreachable':
      'Unter der Adresse des Richters antwortet niemand. Starten Sie den Server und prüfen Sie Adresse und Port; fragt der Browser, ob diese Seite ({origin}) Geräte im lokalen Netz erreichen darf, erlauben Sie es.',
    'judge.forbidden':
      'Diesem Browser wurde gesagt, dass diese Seite ({origin}) keine Server auf diesem Rechner und im lokalen Netz erreichen soll. Erlauben Sie ihr in den Einstellungen links neben der Adresse den Zugriff auf das lokale Netz (neuere Versionen: auf Apps auf diesem Gerät) und laden Sie sie neu.',
    'judge.cors':
      'Unter der Adresse des Richters antwortet ein Server, lässt diese Seite aber nicht mitlesen. Erlauben Sie den Ursprung {origin} und starten Sie ihn neu: Ollama mit OLLAMA_ORIGINS={origin}, vLLM mit --allowed-origins \'["{origin}"]\', transformers serve mit --enable-cors; LM Studio hat einen Schalter „Enable CORS“, llama.cpp und LiteLLM erlauben von sich aus jede Seite.',
    'judge.hidden':
      'Der Server des Richters antwortet, doch was er sagte, bleibt dieser Seite verborgen: Er ist gescheitert, oder er lässt keine Seite einen Schlüssel schicken. Prüfen Sie zuerst Modell und Schlüssel (so endet vLLM bei einem falschen Schlüssel, LiteLLM bei gar keinem, transformers serve bei einem unbekannten Modell), dann sehen Sie in sein Protokoll.',
    'judge.denied':
      'Der Richter weist den Schlüssel zurück (Status {status}). Prüfen Sie den Schlüssel und wofür er gilt.',
    'judge.unknown-model':
      'Der Server des Richters kennt das Modell {model} nicht, oder er hat unter dieser Adresse keine Chat-Completions (die meisten enden auf /v1). Fragen Sie den Server nach seinen Modellen, oder prüfen Sie beides; bei Ollama muss das Modell vorher geladen sein. {message}',
    'judge.rate-limit':
      'Der Richter bat um weniger Anfragen, auch noch nach mehreren Pausen. Fragen Sie weniger auf einmal oder machen Sie später weiter: Was beantwortet ist, bleibt erhalten. {message}',
    'judge.server':
      'Der Server des Richters ist mehrmals gescheitert (Status {status}). Sehen Sie in sein Protokoll und machen Sie später weiter: Was beantwortet ist, bleibt erhalten. {message}',
    'judge.quota':
      'Der Server des Richters nimmt mit diesem Schlüssel keine Fragen mehr an: Sein Guthaben ist aufgebraucht. Laden Sie es auf oder nehmen Sie einen anderen Schlüssel; was beantwortet ist, bleibt erhalten. {message}',
    'judge.timeout':
      'Der Richter antwortete nicht innerhalb von {seconds} Sekunden. Wählen Sie ein kleineres Modell oder fragen Sie weniger auf einmal; was beantwortet ist, bleibt erhalten.',
    'judge.refused':
      'Der Richter nimmt die Anfrage nicht an (Status {status}). Prüfen Sie den Namen des Modells und seine Einstellungen auf dem Server. {message}',
    'judge.context':
      'Frage und Antwort sind länger als das, was der Server des Richters auf einmal liest. Starten Sie ihn mit längerem Kontext (llama.cpp: -c, Ollama: OLLAMA_CONTEXT_LENGTH, vLLM: --max-model-len), oder geben Sie weniger Tokens je Antwort. {message}',
    'judge.not-openai':
      'Was unter der Adresse des Richters antwortet, spricht nicht das OpenAI-Protokoll. Geben Sie die Adresse seiner Schnittstelle an; die meisten enden auf /v1. Eine Adresse, die auf /chat/completions endet, gilt, wie sie ist.',
    'judge.too-long':
      'Die Frage hat {tokens} Token, das Richtermodell nimmt mit seiner Antwort zusammen {limit}. Wählen Sie einen Richter mit längerem Kontext.',
    'judge.model-load':
      'Das Richtermodell {model} ließ sich nicht in die Seite laden. Es muss ein Modell zur Texterzeugung sein, das onnxruntime im Speicher dieses Browsers rechnen kann; wählen Sie ein kleineres.',
    'judge.model-run': 'Das Richtermodell {model} blieb beim Schreiben stehen. Wählen Sie ein kleineres.',
    'judge.no-items':
      'Dieses Ergebnis enthält keine Ausgaben, über die geurteilt werden könnte. Öffnen Sie den Lauf, aus dem es stammt, oder starten Sie ihn noch einmal.',
  },
} as const;
