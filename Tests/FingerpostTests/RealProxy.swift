import Foundation
import TestSupport
import Testing

/// A proxy with its shipped configuration file, on free ports; stopped when the object is released.
final class RealProxy {
    /// A file in `Tests/Proxies`, and its documented behavior.
    struct Kind: Sendable, CustomTestStringConvertible {
        /// The path relative to `Tests/Proxies`.
        var file: String
        var program: String
        /// Whether the edge checks each request and a site is upstream; otherwise, the front is upstream.
        var asksEdge = false
        /// Whether it does so over gRPC.
        var usesGRPC = false
        /// Whether hosts without links go to a site.
        var hasSite = false
        /// The status of a click while Fingerpost is down.
        var statusWhenDown: Int
        /// Whether a link goes to the site while Fingerpost is down.
        var failsOpen = false
        /// A required file from the proxy's package.
        var needs: String?

        var testDescription: String { file }

        /// The program's path; `nil` if its package is not installed.
        var path: String? {
            // Debian has no package.
            if program == "envoy" { return PythonEnvoy.program }
            if let needs, !FileManager.default.fileExists(atPath: needs) { return nil }
            return ["/usr/sbin/", "/usr/bin/"].map { $0 + program }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }
    }

    static let all: [Kind] = [
        Kind(file: "nginx/auth_request.conf", program: "nginx", asksEdge: true, hasSite: true, statusWhenDown: 500),
        Kind(file: "nginx/upstream.conf", program: "nginx", statusWhenDown: 502),
        Kind(file: "haproxy/upstream.cfg", program: "haproxy", hasSite: true, statusWhenDown: 503),
        Kind(
            file: "haproxy/ask.cfg", program: "haproxy", asksEdge: true, hasSite: true, statusWhenDown: 200,
            failsOpen: true),
        Kind(
            file: "envoy/ext_authz.yaml", program: "envoy", asksEdge: true, hasSite: true, statusWhenDown: 503),
        Kind(
            file: "envoy/ext_authz_grpc.yaml", program: "envoy", asksEdge: true, usesGRPC: true, hasSite: true,
            statusWhenDown: 503),
        Kind(
            file: "caddy/forward_auth.Caddyfile", program: "caddy", asksEdge: true, hasSite: true, statusWhenDown: 502),
        Kind(file: "caddy/upstream.Caddyfile", program: "caddy", statusWhenDown: 502),
        Kind(file: "apache/upstream.conf", program: "apache2", statusWhenDown: 503),
        Kind(file: "varnish/upstream.vcl", program: "varnishd", hasSite: true, statusWhenDown: 503),
        Kind(file: "trafficserver/remap.config", program: "traffic_server", statusWhenDown: 502),
    ]

    /// Proxies that pass connections on, with the client's address in the PROXY protocol.
    static let passing: [Kind] = [
        Kind(file: "haproxy/tcp.cfg", program: "haproxy", statusWhenDown: 0),
        Kind(
            file: "nginx/stream.conf", program: "nginx", statusWhenDown: 0,
            needs: "/usr/lib/nginx/modules/ngx_stream_module.so"),
    ]

    /// Proxies that let apps create links.
    static let ofAPI: [Kind] = [
        Kind(file: "nginx/api.conf", program: "nginx", statusWhenDown: 502),
        Kind(file: "haproxy/api.cfg", program: "haproxy", statusWhenDown: 503),
        Kind(file: "caddy/api.Caddyfile", program: "caddy", statusWhenDown: 502),
    ]

    /// Proxies that answer links of a table themselves.
    static let mapping: [Kind] = [
        Kind(file: "nginx/map.conf", program: "nginx", statusWhenDown: 502),
        Kind(file: "haproxy/map.cfg", program: "haproxy", statusWhenDown: 503),
    ]

    static let installed = all.filter { $0.path != nil }
    static let missing = (all + passing + ofAPI + mapping).filter { $0.path == nil }.map(\.file)

    let port: UInt16
    private let child: Child
    private let folder: ScratchFolder

    /// Starts it with the file's ports (80; 8080, 8081, 8083 and 9000 behind it) replaced.
    init(
        _ kind: Kind, front: UInt16 = 0, edge: UInt16 = 0, site: UInt16 = 0, api: UInt16 = 0,
        change: (String) -> String = { $0 }
    ) throws {
        folder = try ScratchFolder()
        port = try FreePort.next()
        let shipped = RulesFolder.repository.appending(path: "Tests/Proxies/\(kind.file)")
        // Scripts that the file loads are in the same folder.
        let place = shipped.deletingLastPathComponent()
        let scripts = try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
        for source in [shipped] + scripts.filter({ $0.pathExtension == "lua" }) {
            var text = change(try String(contentsOf: source, encoding: .utf8))
            for (old, new) in [("8080", front), ("8081", edge), ("8083", api), ("9000", site), ("80", port)] {
                text = Self.replacing(old, new, text)
            }
            try folder.file(source.lastPathComponent, text)
        }
        let file = folder.url.appending(path: shipped.lastPathComponent).path()
        let arguments = try Self.arguments(kind, file, folder, port)
        child = try Child(
            try #require(kind.path), arguments, environment: ["HOME": folder.path], folder: folder.path)
        let accepts = wait(seconds: 20) { (try? HTTPClient(port: port)) != nil || !child.isRunning }
        guard accepts, child.isRunning else {
            throw HTTPClient.Broken(description: "\(kind.file): \(child.error)\(child.output)")
        }
    }

    /// Replaces a loopback port, in the notation of VCL and Envoy as well.
    private static func replacing(_ old: String, _ new: UInt16, _ text: String) -> String {
        let pattern = "(127\\.0\\.0\\.1:|\\.port = \"|port_value: |example(?:\\.page\\.link|\\.com):)\(old)(?![0-9])"
        return text.replacingOccurrences(of: pattern, with: "$1\(new)", options: .regularExpression)
    }

    /// The arguments to run a program in the foreground, with a main file that includes the shipped one if needed.
    private static func arguments(
        _ kind: Kind, _ file: String, _ folder: ScratchFolder, _ port: UInt16
    ) throws -> [String] {
        switch kind.program {
        case "nginx":
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map { "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: "\n")
            let module = kind.needs.map { "load_module \($0);\n" } ?? ""
            let block = kind.needs == nil ? "http {\naccess_log off;\n\(temporary)" : "stream {"
            let frame = try folder.file(
                "frame.conf", "\(module)pid \(folder.path)/pid;\nevents {}\n\(block)\ninclude \(file);\n}\n")
            return ["-e", "stderr", "-c", frame.path(), "-g", "daemon off; error_log stderr;"]
        case "haproxy": return ["-db", "-f", file]
        case "envoy": return ["-c", file, "-l", "warning", "--concurrency", "1", "--disable-hot-restart"]
        case "caddy": return ["run", "--adapter", "caddyfile", "--config", file]
        case "apache2":
            let modules = ["mpm_event", "authz_core", "proxy", "proxy_http", "headers"]
                .map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" }.joined(separator: "\n")
            let frame = try folder.file(
                "frame.conf",
                "ServerRoot \(folder.path)\nPidFile pid\nErrorLog /dev/stderr\nServerName localhost\n"
                    + "User www-data\nGroup www-data\nMutex pthread\n\(modules)\nInclude \(file)\n")
            return ["-X", "-f", frame.path()]
        case "varnishd":
            let listen = ["-a", "127.0.0.1:\(port)", "-s", "malloc,16m"]
            return ["-F", "-j", "none", "-n", folder.path + "/work"] + listen + ["-f", file]
        default: return ["--run-root=\(try trafficServerRoot(folder, port))"]
        }
    }

    /// The folders of Traffic Server, with the files in the scratch folder.
    private static func trafficServerRoot(_ folder: ScratchFolder, _ port: UInt16) throws -> String {
        let shipped = RulesFolder.repository.appending(path: "Tests/Proxies/trafficserver")
        let wanted = try String(contentsOf: shipped.appending(path: "records.config"), encoding: .utf8)
        try folder.file(
            "records.config",
            wanted + "CONFIG proxy.config.http.server_ports STRING \(port):ip-in=127.0.0.1\n"
                + "CONFIG proxy.config.admin.user_id STRING trafficserver\n")
        try FileManager.default.copyItem(
            at: shipped.appending(path: "fingerpost.config"), to: folder.url.appending(path: "fingerpost.config"))
        try folder.file("storage.config", "\(folder.path)/cache 16M\n")
        for name in ["ip_allow.yaml", "plugin.config", "logging.yaml", "body_factory"] {
            try? FileManager.default.copyItem(
                at: URL(filePath: "/etc/trafficserver/\(name)"), to: folder.url.appending(path: name))
        }
        // It drops root before it writes.
        for name in ["", "cache", "var", "log"] {
            let path = folder.url.appending(path: name).path()
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        }
        let own = "sysconfdir: \(folder.path)\nlocalstatedir: \(folder.path)/var\nruntimedir: \(folder.path)/var\n"
        return try folder.file(
            "runroot.yaml",
            "prefix: /usr\nexec_prefix: /usr\nbindir: /usr/bin\nsbindir: /usr/sbin\n"
                + "libexecdir: /usr/lib/trafficserver/modules\n\(own)logdir: \(folder.path)/log\n"
                + "cachedir: \(folder.path)/cache\n"
        ).path()
    }

    /// One request of a client.
    func click(
        _ target: String, host: String = "example.page.link", fields: [String: String] = [:]
    ) throws -> HTTPAnswer {
        let client = try HTTPClient(port: port)
        client.send(HTTPRequest.text(target, host: host, fields: fields))
        return try client.answer()
    }

    deinit {
        child.signal(SIGTERM)
        _ = child.waits(seconds: 5)
        child.kill()
    }
}
