extension TokenTable {
    /// Clients that monitor the availability and response times of sites.
    static let monitors: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("names of site monitoring services"),
            [
                DeviceToken(
                    "uptimerobot", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0+(compatible; UptimeRobot/2.1; https://www.uptimerobot.com/about/our-bot)"),
                DeviceToken(
                    "pingdom", .anywhere, .bot(.monitor),
                    example: "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)"),
                DeviceToken(
                    "statuscake", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/98.0 Safari/537.36 StatusCake"
                ),
                DeviceToken("site24x7", .anywhere, .bot(.monitor), example: "Site24x7"),
                DeviceToken("datadog", .anywhere, .bot(.monitor), example: "Datadog/Synthetics"),
                DeviceToken("newrelic", .anywhere, .bot(.monitor), example: "NewRelicPinger/1.0 (1)"),
                DeviceToken(
                    "ohdear", .anywhere, .bot(.monitor),
                    example: "OhDear.app (+https://ohdear.app/docs/checks/uptime)/1.0"),
                DeviceToken(
                    "panopta", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; Panopta/3.2; +https://panopta.example/about)"),
                DeviceToken(
                    "mxtoolbox", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0+(compatible; MxToolbox/Beta8; https://www.mxtoolbox.com/about/our-bot)"),
                DeviceToken(
                    "catchpoint", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0; Catchpoint) like Gecko"),
                DeviceToken(
                    "dynatrace", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 DynatraceSynthetic RuxitSynthetic/1.0"
                ),
                DeviceToken(
                    "ruxitsynthetic", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 RuxitSynthetic/1.0 v8378"
                ),
                DeviceToken(
                    "ghost inspector", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.6422.60 Safari/537.36 Ghost Inspector"
                ),
                DeviceToken(
                    "websitepulse", .anywhere, .bot(.monitor),
                    example:
                        "websitepulse checker/3.0 (compatible; MSIE 5.5; Netscape 4.75; Linux; +https://example.org/about)"
                ),
                DeviceToken("revealuptime", .anywhere, .bot(.monitor), example: "CopperEgg/RevealUptime/FremontCA"),
                DeviceToken(
                    "watchmouse", .anywhere, .bot(.monitor), example: "WatchMouse/18990 (http://watchmouse.com/ ; us)"),
                DeviceToken(
                    "betterstack", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; betterstack/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "checkly", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; checkly/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "freshping", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; freshping/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "hetrixtools", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; hetrixtools/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "updown.io", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; updown.io/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "nodeping", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; nodeping/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "uptimia", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; uptimia/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "montastic", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; montastic/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "alertra", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; alertra/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "gomezagent", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; gomezagent/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "thousandeyes", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; thousandeyes/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "appdynamics", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; appdynamics/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "cronitor", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; cronitor/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "statuspage", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; statuspage/3.7; +https://example.org/monitor)"),
            ]),
        TokenGroup(
            from: .ownNames("server monitoring tools"),
            [
                DeviceToken(
                    "check_http", .anywhere, .bot(.monitor), example: "check_http/v2.4.0 (monitoring-plugins 2.4.0)"),
                DeviceToken(
                    "nagios", .anywhere, .bot(.monitor), example: "check_http/v2.4.11 (nagios-plugins 2.4.11)"
                ),
                DeviceToken(
                    "zabbix", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; zabbix/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "icinga", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; icinga/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "munin", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; munin/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "grafana", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; grafana/3.7; +https://example.org/monitor)"),
            ]),
        TokenGroup(
            from: .ownNames("page speed tests"),
            [
                DeviceToken(
                    "chrome-lighthouse", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Linux; Android 7.0; Moto G (4)) AppleWebKit/537.36 Chrome/94.0 Mobile Safari/537.36 Chrome-Lighthouse"
                ),
                DeviceToken(
                    "google page speed", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko; Google Page Speed Insights) Chrome/41.0.2272.118 Safari/537.36"
                ),
                DeviceToken(
                    "gtmetrix", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/117.0 Safari/537.36 GTmetrix"),
                DeviceToken(
                    "ptst/", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 PTST/230914.182403"
                ),
                DeviceToken(
                    "ptst ", .anywhere, .bot(.monitor),
                    example: "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; PTST 2.396)"),
                DeviceToken(
                    "dareboost", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Linux; Android 9; Pixel 2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/85.0.4183.81 Mobile Safari/537.36 DareBoost"
                ),
                DeviceToken(
                    "neustar wpm", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Windows NT 6.1; Neustar WPM) AppleWebKit/537.22 (KHTML, like Gecko) Chrome/25.0 Safari/537.22"
                ),
                DeviceToken(
                    "lighthouse", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; lighthouse/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "webpagetest", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; webpagetest/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "sitespeed", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; sitespeed/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "cloudflareobservatory", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; cloudflareobservatory/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "speedcurve", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; speedcurve/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "debugbear", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; debugbear/3.7; +https://example.org/monitor)"),
            ]),
        TokenGroup(
            from: .ownNames("words for monitoring"),
            [
                DeviceToken(
                    "uptime", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; Uptime/1.1; https://www.uptime.com/about/our-bot)"),
                DeviceToken(
                    "monitor", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; ExampleMonitor/1.0; http://www.example.com/)"),
                DeviceToken("health check", .anywhere, .bot(.monitor), example: "ExampleCloud Health Check"),
                DeviceToken(
                    "healthcheck", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; healthcheck/3.7; +https://example.org/monitor)"),
                DeviceToken(
                    "health-check", .anywhere, .bot(.monitor),
                    example: "Mozilla/5.0 (compatible; health-check/3.7; +https://example.org/monitor)"),
            ]),
        TokenGroup(
            from: .ownNames("validators and link checkers"),
            [
                DeviceToken(
                    "w3c-checklink", .anywhere, .bot(.monitor),
                    example: "W3C-checklink/5.0.0"),
                DeviceToken("w3c_", .wordStart, .bot(.monitor), example: "W3C_Validator/1.2"),
                DeviceToken(
                    "validator", .anywhere, .bot(.monitor),
                    example: "W3C_Validator/1.3 https://www.validator.w4.org/about/our-bot"),
                DeviceToken("xenu", .wordStart, .bot(.monitor), example: "Xenu Link Sleuth/1.3.8"),
                DeviceToken(
                    "linkcheck", .anywhere, .bot(.monitor),
                    example: "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1) BrokenLinkCheck.com/1.2"),
                DeviceToken(
                    "linktiger", .anywhere, .bot(.monitor),
                    example:
                        "Mozilla/5.0 (Windows NT 5.1) AppleWebKit/537.4 (KHTML, like Gecko) Chrome/22.0 Safari/537.4 LinkTiger 2.0"
                ),
            ]),
        TokenGroup(
            from: .kubernetesProbes,
            [
                DeviceToken("kube-probe", .anywhere, .bot(.monitor), example: "kube-probe/1.27")
            ]),
        TokenGroup(
            from: .googleHealthChecks,
            [
                DeviceToken("googlehc", .anywhere, .bot(.monitor), example: "GoogleHC/1.0")
            ]),
    ]
}
