import ByteText
public import Routing

/// The remaining steps outside the rules directory, as text to read and paste.
public enum NextSteps {
    /// The steps for a site, in the order in which they are taken.
    ///
    /// - Parameters:
    ///   - directory: The rules directory.
    ///   - exports: The link files to import.
    ///   - declarations: The declarations of the site's apps, as text to paste.
    public static func lines(
        of site: SiteDefinition, in directory: String, exports: [String], declarations: [String]
    ) -> [String] {
        let hosts = hosts(of: site)
        var steps = [dns(hosts), certificates(hosts), proxy(hosts)]
        if !declarations.isEmpty { steps.append(apps(declarations)) }
        if site.deferred != nil { steps.append(deferred(hosts)) }
        steps.append(commands(directory, exports, site))
        if !site.apps.isEmpty { steps.append(clients(site)) }
        return steps.enumerated().flatMap { index, step in
            ["", "\(index + 1). \(step[0])"] + step.dropFirst().map { $0.isEmpty ? "" : "   \($0)" }
        }
    }

    /// All host names that must resolve to the daemon, without duplicates.
    static func hosts(of site: SiteDefinition) -> [String] {
        site.visitedHosts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func dns(_ hosts: [String]) -> [String] {
        ["DNS: point these names to the machine of the daemon, or of its proxy", ""]
            + hosts.map { "\($0). A YOUR-ADDRESS" }
    }

    private static func certificates(_ hosts: [String]) -> [String] {
        [
            "Certificate: phones fetch the association files over https only", "",
            "certbot certonly --webroot -w /var/www/acme \\",
            "    " + hosts.map { "-d \($0)" }.joined(separator: " "), "",
            "and in fingerpost.yaml, for a daemon that terminates TLS itself:", "",
            "listen:", "  front:", "    - address: \"[::]:443\"", "      tls:",
            "        certificate: /etc/letsencrypt/live/\(hosts.first ?? "HOST")/fullchain.pem",
            "        key: /etc/letsencrypt/live/\(hosts.first ?? "HOST")/privkey.pem",
            "    - {address: \"[::]:80\", redirect: https}",
            "acme_folder: /var/www/acme/.well-known/acme-challenge",
        ]
    }

    /// Sets or clears every field that the daemon trusts from the proxy, so that clients can't forge them.
    private static func proxy(_ hosts: [String]) -> [String] {
        [
            "Or behind a proxy; for nginx, with `trusted_peers: [127.0.0.1]` in fingerpost.yaml", "",
            "server {", "    listen 443 ssl;", "    server_name \(hosts.joined(separator: " "));",
            "    # ssl_certificate and ssl_certificate_key", "    location / {",
            "        proxy_pass http://127.0.0.1:8080;", "        proxy_set_header Host $host;",
            "        proxy_set_header X-Forwarded-For $remote_addr;",
            "        proxy_set_header X-Forwarded-Proto $scheme;",
            "        proxy_set_header X-Forwarded-Host $host;", "        proxy_set_header Forwarded \"\";",
            "        proxy_set_header Fingerpost-Device \"\";", "        proxy_set_header X-Request-Id \"\";",
            "        proxy_set_header CF-IPCountry \"\";", "    }", "}",
        ]
    }

    private static func apps(_ declarations: [String]) -> [String] {
        ["Apps: declarations for each (`fingerpost association` prints them again)", ""] + declarations
    }

    private static func clients(_ site: SiteDefinition) -> [String] {
        let hosts = (site.hosts + site.hosting).map { "\"\($0)\"" }.joined(separator: ", ")
        return [
            "In the app: copy the client for Swift, Kotlin, Dart or JavaScript from Sources/Clients, and call it as in the article InTheApp",
            "", "let links = Fingerpost(hosts: [\(hosts)])",
        ]
    }

    private static func deferred(_ hosts: [String]) -> [String] {
        [
            "Deferred links: page.key next to the links seals their tokens; nodes of a source need a common page_key_file",
            "",
            "At its first start, the app sends the Install Referrer, or the pasted token, to", "",
            "POST https://\(hosts.first ?? "HOST")/v1/resolve",
        ]
    }

    private static func commands(_ directory: String, _ exports: [String], _ site: SiteDefinition) -> [String] {
        let rules = ShellWord.quoted(directory)
        var lines = ["Try it", "", "fingerpost check \(rules)", "fingerpost test \(rules)"]
        for file in exports {
            let domain = site.hosts.first.map { " --domain \($0)" } ?? ""
            lines.append("fingerpost link import \(ShellWord.quoted(file)) --rules \(rules)\(domain) --dry-run")
        }
        if let host = site.hosts.first {
            lines.append("fingerpost outcomes 'https://\(host)/?link=…' --rules \(rules)")
        }
        return lines + ["fingerpost serve --rules \(rules)"]
    }
}

/// A word of a shell command line.
enum ShellWord {
    static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0.isAlphanumeric || "._/-+:@%".utf8.contains($0) }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
