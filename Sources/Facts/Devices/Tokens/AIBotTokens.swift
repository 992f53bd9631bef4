extension TokenTable {
    /// Crawlers and agents of language models.
    static let aiBots: [TokenGroup] = [
        TokenGroup(
            from: .openAI,
            [
                DeviceToken(
                    "gptbot", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)"
                ),
                DeviceToken(
                    "chatgpt-user", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot"
                ),
                DeviceToken(
                    "oai-searchbot", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot"
                ),
                DeviceToken(
                    "openai", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; openai/3.7; +https://example.org/ai)"
                ),
            ]),
        TokenGroup(
            from: .anthropic,
            [
                DeviceToken(
                    "claudebot", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.8; +https://www.anthropic.com)"
                ),
                DeviceToken(
                    "claude-", .wordStart, .bot(.ai),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)"
                ),
                DeviceToken("anthropic", .anywhere, .bot(.ai), example: "anthropic-ai/1.0"),
            ]),
        TokenGroup(
            from: .commonCrawl,
            [
                DeviceToken("ccbot", .anywhere, .bot(.ai), example: "CCBot/2.0 (https://commoncrawl.org/faq/)")
            ]),
        TokenGroup(
            from: .perplexity,
            [
                DeviceToken(
                    "perplexity", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)"
                )
            ]),
        TokenGroup(
            from: .ownNames("crawlers and agents for language models"),
            [
                DeviceToken(
                    "bytespider", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.37 (compatible; Bytespider; spider-feedback@bytedance.com; +https://example.org/about)"
                ),
                DeviceToken("cohere-ai", .anywhere, .bot(.ai), example: "cohere-ai/1.0"),
                DeviceToken(
                    "timpibot", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; Timpibot/0.10; +https://www.timpi.io/about/our-bot)"),
                DeviceToken(
                    "deepseek", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; deepseek/3.7; +https://example.org/ai)"
                ),
                DeviceToken(
                    "novellum", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; novellum/3.7; +https://example.org/ai)"
                ),
                DeviceToken(
                    "langchain", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; langchain/3.7; +https://example.org/ai)"),
            ]),
        TokenGroup(
            from: .amazonbot,
            [
                DeviceToken(
                    "amazonbot", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1; +https://www.developer.amazon.com/about/our-bot) Chrome/119.0.6045.214 Safari/537.37"
                )
            ]),
        TokenGroup(
            from: .meta,
            [
                DeviceToken(
                    "meta-external", .anywhere, .bot(.ai),
                    example: "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)"
                ),
                DeviceToken(
                    "facebookbot", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 (compatible; FacebookBot/1.1; +https://www.developers.facebook.com/about/our-bot)"
                ),
            ]),
        TokenGroup(
            from: .googleCommonCrawlers,
            [
                DeviceToken(
                    "google-extended", .anywhere, .bot(.ai), example: "Mozilla/5.0 (compatible; Google-Extended/1.0)"),
                DeviceToken(
                    "google-cloudvertexbot", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; Google-CloudVertexBot/1.0)"),
            ]),
        TokenGroup(
            from: .ownNames("products of training data collectors"),
            [
                DeviceToken(
                    "diffbot", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; Diffbot/0.2; +https://www.diffbot.com/about/our-bot)"),
                DeviceToken(
                    "ai2bot", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; AI2Bot/1.0; +https://www.allenai.org/crawler)"),
                DeviceToken("omgili", .anywhere, .bot(.ai), example: "omgili/0.5 +http://omgili.com"),
                DeviceToken(
                    "imagesiftbot", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; ImagesiftBot; +imagesift.com)"),
                DeviceToken(
                    "img2dataset", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; img2dataset/3.7; +https://example.org/ai)"),
                DeviceToken(
                    "webzio", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; webzio/3.7; +https://example.org/ai)"
                ),
                DeviceToken(
                    "spawning-ai", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; spawning-ai/3.7; +https://example.org/ai)"),
                DeviceToken(
                    "laion", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; laion/3.7; +https://example.org/ai)"),
                DeviceToken(
                    "huggingface", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; huggingface/3.7; +https://example.org/ai)"),
            ]),
        TokenGroup(
            from: .ownNames("products of agents that open pages for a user"),
            [
                DeviceToken(
                    "youbot", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; YouBot/1.0; +https://about.you.com/youbot/)"),
                DeviceToken(
                    "manus-user", .anywhere, .bot(.ai),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Safari/537.36 (compatible; Manus-User/2; +https://agent.example/bot)"
                ),
                DeviceToken(
                    "tavily", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; tavily/3.7; +https://example.org/ai)"
                ),
            ]),
        TokenGroup(
            from: .mistral,
            [
                DeviceToken(
                    "mistralai", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)")
            ]),
        TokenGroup(
            from: .duckDuckGo,
            [
                DeviceToken(
                    "duckassist", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; duckassist/3.7; +https://example.org/ai)")
            ]),
        TokenGroup(
            from: .googleUserTriggered,
            [
                DeviceToken(
                    "notebooklm", .anywhere, .bot(.ai),
                    example: "Mozilla/5.0 (compatible; notebooklm/3.7; +https://example.org/ai)")
            ]),
    ]

    /// Agents of assistants that open a page at a person's request. Their vendors distinguish them from crawlers by
    /// the word `User` or by a separate name. Most match tokens above that cover both.
    static let assistants = [
        TokenGroup(
            from: .ownNames("products of assistants that open a page for a user"),
            ["grok-", "xai-", "devin/", "kimi-", "qwen-", "you-user"].map(assistant)),
        TokenGroup(from: .googleUserTriggered, ["googleagent", "google-agent", "google-gemini"].map(assistant)),
    ]

    private static func assistant(_ name: String) -> DeviceToken {
        DeviceToken(
            name, .wordStart, .bot(.ai),
            example: "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; \(name)example/1.0)")
    }
}
