extension TokenTable {
    /// Clients that open links to assess them: mail gateways and security scanners.
    static let scanners: [TokenGroup] = [
        TokenGroup(
            from: .ownNames("mail gateways that open links"),
            [
                DeviceToken(
                    "safelinks", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; SafeLinks; Microsoft Defender)"),
                DeviceToken(
                    "mimecast", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; Mimecast URL Protect)"),
                DeviceToken(
                    "proofpoint", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; Proofpoint URL Defense)"
                ),
                DeviceToken(
                    "barracuda", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; Barracuda Sentinel (EE))"
                ),
                DeviceToken(
                    "urldefense", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; URLDefense/1.0)"),
                DeviceToken(
                    "cloudmark", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; Cloudmark Authority)"),
                DeviceToken(
                    "trendmicro", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; TrendMicro/1.0)"),
                DeviceToken(
                    "fortinet", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; FortinetFortiGuard/1.0)"),
                DeviceToken(
                    "fortiguard", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; FortiGuard/1.0)"),
                DeviceToken("sophos", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; SophosLabs/1.0)"),
                DeviceToken("zscaler", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; Zscaler/1.0)"),
            ]),
        TokenGroup(
            from: .ownNames("services that rate links and sites"),
            [
                DeviceToken(
                    "virustotal", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; virustotalcloud)"),
                DeviceToken("urlscan", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; urlscan.io/1.0)"),
                DeviceToken(
                    "netcraft", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; NetcraftSurveyAgent/1.0; +info@netcraft.com)"),
                DeviceToken("google-safety", .anywhere, .bot(.scanner), example: "Google-Safety"),
                DeviceToken("urlrep", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; URLRep/1.0)"),
                DeviceToken(
                    "ssllabs", .anywhere, .bot(.scanner),
                    example: "SSL Labs (https://www.ssllabs.com/about/assessment.html)"),
                DeviceToken(
                    "foregenix", .anywhere, .bot(.scanner),
                    example:
                        "Mozilla/5.0 (compatible; Example PCI scan by Foregenix; +https://scan.example/about)"
                ),
                DeviceToken("mixed-content-scan", .anywhere, .bot(.scanner), example: "mixed-content-scan"),
                DeviceToken(
                    "sucuri", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; sucuri/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "sitelock", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; sitelock/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "cypex", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; cypex/3.7; +https://example.org/scanner)"),
            ]),
        TokenGroup(
            from: .ownNames("internet-wide surveys"),
            [
                DeviceToken("zgrab", .anywhere, .bot(.scanner), example: "Mozilla/5.0 zgrab/0.x"),
                DeviceToken(
                    "masscan", .anywhere, .bot(.scanner),
                    example: "masscan/1.0 (https://github.com/robertdavidgraham/masscan)"),
                DeviceToken(
                    "internet-measurement", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; InternetMeasurement/1.0; +https://internet-measurement.com/)"),
                DeviceToken(
                    "internetmeasurement", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; InternetMeasurement/1.0; +https://internet-measurement.com/)"),
                DeviceToken(
                    "nmap scripting", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.1 (compatible; Nmap Scripting Engine; https://www.nmap.org/about/our-bot)"),
                DeviceToken(
                    "expanse,", .anywhere, .bot(.scanner),
                    example:
                        "Expanse, a Palo Alto Networks company, searches across the global IPv4 space multiple times per day"
                ),
                DeviceToken(
                    "l9tcpid", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (l9tcpid/2.0; +https://scan.example)"),
                DeviceToken("l9explore", .anywhere, .bot(.scanner), example: "l9explore/1.2.2"),
                DeviceToken(
                    "shodan", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; shodan/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "leakix", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; leakix/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "onyphe", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; onyphe/3.7; +https://example.org/scanner)"),
            ]),
        TokenGroup(
            from: .ownNames("vulnerability scanners: programs and services"),
            [
                DeviceToken(
                    "nikto", .wordStart, .bot(.scanner),
                    example: "Mozilla/5.00 (Nikto/2.1.5) (Evasions:None) (Test:003584)"
                ),
                DeviceToken("sqlmap", .wordStart, .bot(.scanner), example: "sqlmap/1.7#stable (https://sqlmap.org)"),
                DeviceToken(
                    "nuclei", .wordStart, .bot(.scanner),
                    example: "Nuclei - Open-source project (github.com/projectdiscovery/nuclei)/1.0"),
                DeviceToken(
                    "qualys", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; SSL Labs Qualys (https://www.ssllabs.com/about/assessment.html))"
                ),
                DeviceToken(
                    "nessus", .anywhere, .bot(.scanner),
                    example: "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Nessus)"),
                DeviceToken("zmeu", .word, .bot(.scanner), example: "ZmEu/1.0"),
                DeviceToken("arachni/", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; Arachni/2.0)"),
                DeviceToken(
                    "wpscan", .anywhere, .bot(.scanner),
                    example: "WPScan v3.8.22 (https://wpscan.com/wordpress-security-scanner)"),
                DeviceToken("acunetix", .anywhere, .bot(.scanner), example: "Mozilla/5.0 (compatible; acunetix-wvs)"),
                DeviceToken(
                    "netsparker", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; netsparker/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "invicti", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; invicti/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "openvas", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; openvas/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "w3af", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; w3af/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "dirbuster", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; dirbuster/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "gobuster", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; gobuster/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "feroxbuster", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; feroxbuster/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "ffuf", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; ffuf/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "wfuzz", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; wfuzz/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "whatweb", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; whatweb/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "skipfish", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; skipfish/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "detectify", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; detectify/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "probely", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; probely/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "tenable", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; tenable/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "webinspect", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; webinspect/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "appscan", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; appscan/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "joomscan", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; joomscan/3.7; +https://example.org/scanner)"),
                DeviceToken(
                    "owasp", .anywhere, .bot(.scanner),
                    example: "Mozilla/5.0 (compatible; owasp/3.7; +https://example.org/scanner)"),
            ]),
    ]
}
