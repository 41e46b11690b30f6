"""Chat templates in the manner of the families that people run, with the marks of each; written for tests."""

from dataclasses import dataclass

_CHATML = ("<|im_start|>", "<|im_end|>")


@dataclass(frozen=True)
class Family:
    """A template with its vocabulary's marks: control tokens, and user-defined ones."""

    source: str
    control: tuple[str, ...]
    user_defined: tuple[str, ...] = ()
    bos: str = ""


FAMILIES = {
    "chatml": Family(
        "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
        "{{ '<|im_start|>system\nYou help.<|im_end|>\n' }}{% endif %}"
        "{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}"
        "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}",
        _CHATML,
    ),
    "qwen3": Family(
        "{%- set ns = namespace(last=messages|length - 1) %}\n"
        "{%- for message in messages[::-1] %}\n"
        "    {%- if message.role == 'user' and message.content is string"
        " and not (message.content.startswith('<tool_response>')"
        " and message.content.endswith('</tool_response>')) %}\n"
        "        {%- set ns.last = [ns.last, (messages|length - 1) - loop.index0] | min %}\n"
        "    {%- endif %}\n{%- endfor %}\n"
        "{%- for message in messages %}\n"
        "    {%- set content = message.content if message.content is string else '' %}\n"
        "    {%- if message.role == 'assistant' %}\n"
        "        {%- set thought = '' %}\n"
        "        {%- if message.reasoning_content is string %}\n"
        "            {%- set thought = message.reasoning_content %}\n"
        "        {%- elif '</think>' in content %}\n"
        "            {%- set thought = content.split('</think>')[0].rstrip('\\n').split('<think>')[-1]"
        ".lstrip('\\n') %}\n"
        "            {%- set content = content.split('</think>')[-1].lstrip('\\n') %}\n"
        "        {%- endif %}\n"
        "        {%- if loop.index0 > ns.last and thought %}\n"
        "            {{- '<|im_start|>' + message.role + '\\n<think>\\n' + thought.strip('\\n')"
        " + '\\n</think>\\n\\n' + content.lstrip('\\n') }}\n"
        "        {%- else %}\n"
        "            {{- '<|im_start|>' + message.role + '\\n' + content }}\n"
        "        {%- endif %}\n"
        "        {{- '<|im_end|>\\n' }}\n"
        "    {%- else %}\n"
        "        {{- '<|im_start|>' + message.role + '\\n' + content + '<|im_end|>' + '\\n' }}\n"
        "    {%- endif %}\n{%- endfor %}\n"
        "{%- if add_generation_prompt %}\n    {{- '<|im_start|>assistant\\n' }}\n"
        "    {%- if enable_thinking is defined and enable_thinking is false %}\n"
        "        {{- '<think>\\n\\n</think>\\n\\n' }}\n    {%- endif %}\n{%- endif %}",
        _CHATML,
        ("<think>", "</think>", "<tool_call>", "</tool_call>"),
    ),
    "llama 3": Family(
        "{%- if messages[0]['role'] == 'system' %}"
        "{%- set system_message = messages[0]['content']|trim %}{%- set messages = messages[1:] %}"
        "{%- else %}{%- set system_message = '' %}{%- endif %}"
        "{{- bos_token + '<|start_header_id|>system<|end_header_id|>\n\n' }}"
        "{{- 'Cutting Knowledge Date: December 2023\n\n' }}{{- system_message }}{{- '<|eot_id|>' }}"
        "{% for message in messages %}{% set content = '<|start_header_id|>' + message['role'] + "
        "'<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' %}"
        "{{ content }}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}",
        ("<|begin_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"),
        bos="<|begin_of_text|>",
    ),
    "gemma 3": Family(
        "{{ bos_token }}{%- if messages[0]['role'] == 'system' -%}"
        "{%- set first_user_prefix = messages[0]['content'] + '\n\n' -%}"
        "{%- set loop_messages = messages[1:] -%}{%- else -%}{%- set first_user_prefix = '' -%}"
        "{%- set loop_messages = messages -%}{%- endif -%}{%- for message in loop_messages -%}"
        "{%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) -%}"
        "{{ raise_exception('Conversation roles must alternate') }}{%- endif -%}"
        "{%- if (message['role'] == 'assistant') -%}{%- set role = 'model' -%}"
        "{%- else -%}{%- set role = message['role'] -%}{%- endif -%}"
        "{{ '<start_of_turn>' + role + '\n' + (first_user_prefix if loop.first else '') }}"
        "{%- if message['content'] is string -%}{{ message['content'] | trim }}{%- endif -%}"
        "{{ '<end_of_turn>\n' }}{%- endfor -%}"
        "{%- if add_generation_prompt -%}{{ '<start_of_turn>model\n' }}{%- endif -%}",
        ("<bos>", "<eos>", "<start_of_turn>", "<end_of_turn>"),
        ("\n\n", "<h1>", "</h1>"),
        bos="<bos>",
    ),
    "gemma 4": Family(
        "{%- macro thought_free(text) -%}{%- set ns = namespace(kept='') -%}"
        "{%- for part in text.split('<channel|>') -%}{%- if '<|channel>' in part -%}"
        "{%- set ns.kept = ns.kept + part.split('<|channel>')[0] -%}{%- else -%}"
        "{%- set ns.kept = ns.kept + part -%}{%- endif -%}{%- endfor -%}{{- ns.kept | trim -}}"
        "{%- endmacro -%}{{- bos_token -}}{%- for message in messages -%}"
        "{%- set role = 'model' if message['role'] == 'assistant' else message['role'] -%}"
        "{{- '<|turn>' + role + '\n' -}}{%- if role == 'model' -%}"
        "{{- thought_free(message['content']) -}}{%- else -%}{{- message['content'] | trim -}}"
        "{%- endif -%}{{- '<turn|>\n' -}}{%- endfor -%}"
        "{%- if add_generation_prompt -%}{{- '<|turn>model\n' -}}{%- endif -%}",
        ("<bos>", "<|turn>", "<turn|>"),
        ("<|channel>", "<channel|>", "<|think|>"),
        bos="<bos>",
    ),
    "phi 3": Family(
        "{% for message in messages %}{% if message['content'] %}"
        "{{ '<|' + message['role'] + '|>' + '\n' + message['content'] + '<|end|>' + '\n' }}"
        "{% endif %}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|assistant|>' + '\n' }}{% else %}{{ eos_token }}{% endif %}",
        ("<|end|>",),
        ("<|system|>", "<|user|>", "<|assistant|>"),
    ),
    "phi 4": Family(
        "{% for message in messages %}{% if (message['role'] == 'system') %}"
        "{{'<|im_start|>system<|im_sep|>' + message['content'] + '<|im_end|>'}}"
        "{% elif (message['role'] == 'user') %}"
        "{{'<|im_start|>user<|im_sep|>' + message['content'] + '<|im_end|>'}}"
        "{% elif (message['role'] == 'assistant') %}"
        "{{'<|im_start|>assistant<|im_sep|>' + message['content'] + '<|im_end|>'}}"
        "{% endif %}{% endfor %}"
        "{% if add_generation_prompt %}{{ '<|im_start|>assistant<|im_sep|>' }}{% endif %}",
        (*_CHATML, "<|im_sep|>"),
    ),
    "mistral": Family(
        "{%- if messages[0]['role'] == 'system' %}{%- set system_message = messages[0]['content'] %}"
        "{%- set loop_messages = messages[1:] %}{%- else %}{%- set loop_messages = messages %}{%- endif %}"
        "{%- set user_messages = loop_messages | selectattr('role', 'equalto', 'user') | list %}"
        "{{- bos_token }}{%- for message in loop_messages %}{%- if message['role'] == 'user' %}"
        "{%- if loop.last and system_message is defined %}"
        "{{- '[INST] ' + system_message + '\n\n' + message['content'] + '[/INST]' }}"
        "{%- else %}{{- '[INST] ' + message['content'] + '[/INST]' }}{%- endif %}"
        "{%- elif message['role'] == 'assistant' %}{{- ' ' + message['content']|trim + eos_token}}"
        "{%- else %}{{- raise_exception('Only user and assistant roles are supported') }}{%- endif %}"
        "{%- endfor %}",
        ("<s>", "</s>", "[INST]", "[/INST]"),
        bos="<s>",
    ),
    "mistral small": Family(
        "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'system' %}"
        "{{ '[SYSTEM_PROMPT]' ~ message['content'] ~ '[/SYSTEM_PROMPT]' }}"
        "{% elif message['role'] == 'user' %}{{ '[INST]' ~ message['content'] ~ '[/INST]' }}"
        "{% else %}{{ message['content'] ~ eos_token }}{% endif %}{% endfor %}",
        ("<s>", "</s>", "[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
        bos="<s>",
    ),
    "gpt-oss": Family(
        "{%- macro system_message() -%}{{- 'You help.\n' }}"
        "{%- if reasoning_effort is not defined %}{%- set reasoning_effort = 'medium' %}{%- endif %}"
        "{{- 'Reasoning: ' + reasoning_effort + '\n\n' }}"
        "{{- '# Valid channels: analysis, commentary, final.' }}{%- endmacro -%}"
        "{{- '<|start|>system<|message|>' }}{{- system_message() }}{{- '<|end|>' }}"
        "{%- if messages[0].role == 'system' %}{%- set developer = messages[0].content %}"
        "{%- set rest = messages[1:] %}{%- else %}{%- set developer = '' %}{%- set rest = messages %}"
        "{%- endif %}{%- if developer %}{{- '<|start|>developer<|message|># Instructions\n\n' }}"
        "{{- developer }}{{- '<|end|>' }}{%- endif %}{%- for message in rest -%}"
        "{%- if message.role == 'assistant' -%}"
        "{{- '<|start|>assistant<|channel|>final<|message|>' + message.content + '<|end|>' }}"
        "{%- else -%}{{- '<|start|>user<|message|>' + message.content + '<|end|>' }}{%- endif -%}"
        "{%- endfor -%}{%- if add_generation_prompt -%}<|start|>assistant{%- endif -%}",
        ("<|return|>", "<|call|>", "<|start|>", "<|end|>", "<|message|>", "<|channel|>"),
    ),
    "glm 4": Family(
        "[gMASK]<sop>{% for item in messages %}{% if item['role'] == 'system' %}"
        "<|system|>\n{{ item['content'] }}{% elif item['role'] == 'user' %}"
        "<|user|>\n{{ item['content'] }}{% elif item['role'] == 'assistant' %}"
        "<|assistant|>\n{{ item['content'].split('</think>')[-1].strip() }}{% endif %}{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>\n{% endif %}",
        ("<sop>", "<|system|>", "<|user|>", "<|assistant|>"),
        ("[gMASK]",),
    ),
    "granite": Family(
        "{%- set start, role_end, end = '<|start_of_role|>', '<|end_of_role|>', '<|end_of_text|>' %}"
        "{%- for message in messages %}"
        "{{- start + message['role'] + role_end + message['content'] + end + '\n' }}"
        "{%- if loop.last and add_generation_prompt %}"
        "{{- '<|start_of_role|>%s<|end_of_role|>' % 'assistant' }}{%- endif %}{%- endfor %}",
        ("<|start_of_role|>", "<|end_of_role|>", "<|end_of_text|>"),
    ),
    "lfm 2": Family(
        "{{- bos_token -}}{%- set system_prompt = '' -%}{%- set ns = namespace(system_prompt='') -%}"
        "{%- if messages[0]['role'] == 'system' -%}"
        "{%- set ns.system_prompt = messages[0]['content'] -%}{%- set messages = messages[1:] -%}"
        "{%- endif -%}{%- if ns.system_prompt -%}"
        "{{- '<|im_start|>system\n' + ns.system_prompt + '<|im_end|>\n' -}}{%- endif -%}"
        "{%- for message in messages -%}{{- '<|im_start|>' + message['role'] + '\n' -}}"
        "{%- set content = message['content'] -%}{%- if content is not string -%}"
        "{%- set content = content | tojson -%}{%- endif -%}{{- content + '<|im_end|>\n' -}}"
        "{%- endfor -%}{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\n' -}}{%- endif -%}",
        ("<|startoftext|>", *_CHATML),
        bos="<|startoftext|>",
    ),
    "smollm 3": Family(
        "{%- if enable_thinking is not defined -%}{%- set enable_thinking = true -%}{%- endif -%}"
        "{%- set reasoning_mode = '/think' if enable_thinking else '/no_think' -%}"
        "{%- if messages[0]['role'] == 'system' -%}{%- set system_message = messages[0].content -%}"
        "{%- if '/no_think' in system_message -%}{%- set reasoning_mode = '/no_think' -%}{%- endif -%}"
        "{%- set custom = system_message.replace('/no_think', '').replace('/think', '').rstrip() -%}"
        "{%- else -%}{%- set custom = '' -%}{%- endif -%}"
        "{{- '<|im_start|>system\n## Metadata\n\nReasoning Mode: ' + reasoning_mode + '\n\n' -}}"
        "{%- if custom -%}{{- custom + '\n\n' -}}{%- endif -%}{{- '<|im_end|>\n' -}}"
        "{%- for message in messages -%}{%- set content = message.content -%}"
        "{%- if message.role == 'user' -%}"
        "{{ '<|im_start|>' + message.role + '\n' + content + '<|im_end|>\n' }}"
        "{%- elif message.role == 'assistant' -%}{% generation %}"
        "{%- if reasoning_mode == '/think' -%}"
        "{{ '<|im_start|>assistant\n' + content.lstrip('\n') + '<|im_end|>\n' }}"
        "{%- else -%}{{ '<|im_start|>assistant\n' + '<think>\n\n</think>\n' + content.lstrip('\n')"
        " + '<|im_end|>\n' }}{%- endif -%}{% endgeneration %}{%- endif -%}{%- endfor -%}"
        "{%- if add_generation_prompt -%}{{ '<|im_start|>assistant\n' }}"
        "{%- if reasoning_mode == '/no_think' -%}{{ '<think>\n\n</think>\n' }}{%- endif -%}{%- endif -%}",
        _CHATML,
        ("<think>", "</think>"),
    ),
    "olmo 2": Family(
        "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'system' %}"
        "{{ '<|system|>\n' + message['content'] + '\n' }}{% elif message['role'] == 'user' %}"
        "{{ '<|user|>\n' + message['content'] + '\n' }}{% elif message['role'] == 'assistant' %}"
        "{% if not loop.last %}{{ '<|assistant|>\n'  + message['content'] + eos_token + '\n' }}"
        "{% else %}{{ '<|assistant|>\n'  + message['content'] + eos_token }}{% endif %}{% endif %}"
        "{% if loop.last and add_generation_prompt %}{{ '<|assistant|>\n' }}{% endif %}{% endfor %}",
        ("<|endoftext|>", "<|system|>", "<|user|>", "<|assistant|>"),
        bos="<|endoftext|>",
    ),
    "deepseek r1": Family(
        "{% if not add_generation_prompt is defined %}{% set add_generation_prompt = false %}{% endif %}"
        "{% set ns = namespace(system_prompt='') %}{%- for message in messages %}"
        "{%- if message['role'] == 'system' %}{% set ns.system_prompt = message['content'] %}"
        "{%- endif %}{%- endfor %}{{bos_token}}{{ns.system_prompt}}{%- for message in messages %}"
        "{%- if message['role'] == 'user' %}{{'<\uff5cUser\uff5c>' + message['content']}}{%- endif %}"
        "{%- if message['role'] == 'assistant' %}{% set content = message['content'] %}"
        "{% if '</think>' in content %}{% set content = content.split('</think>')[-1] %}{% endif %}"
        "{{'<\uff5cAssistant\uff5c>' + content + '<\uff5cend\u2581of\u2581sentence\uff5c>'}}{%- endif %}"
        "{%- endfor -%}{% if add_generation_prompt %}{{'<\uff5cAssistant\uff5c>'}}{% endif %}",
        (
            "<\uff5cbegin\u2581of\u2581sentence\uff5c>",
            "<\uff5cend\u2581of\u2581sentence\uff5c>",
        ),
        ("<\uff5cUser\uff5c>", "<\uff5cAssistant\uff5c>", "<think>", "</think>"),
        bos="<\uff5cbegin\u2581of\u2581sentence\uff5c>",
    ),
}
# Which of them the models of the catalogue speak, by their names.
OF_CATALOGUE = {
    "SmolLM2": "chatml",
    "Qwen2.5": "chatml",
    "Qwen3": "qwen3",
    "Llama 3": "llama 3",
    "Mistral 7B": "mistral",
    "Mistral Small": "mistral small",
    "DeepSeek R1": "deepseek r1",
}
