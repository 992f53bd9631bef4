import Foundation
import TestSupport

/// Python with the packages of `Tests/Clients/requirements.txt`, in a folder of its own under `.build`.
///
/// It is made by the first test that needs it, from PyPI; where that can't be, the tests are skipped and say why.
enum PythonClients {
    /// The interpreter, or why there is none.
    static let environment: Result<String, Failure> = make()

    struct Failure: Error {
        var reason: String
    }

    static var interpreter: String? { try? environment.get() }

    static let clients = RulesFolder.repository.appending(path: "Tests/Clients")

    private static func make() -> Result<String, Failure> {
        let folder = RulesFolder.repository.appending(path: ".build/python-clients")
        let python = folder.appending(path: "bin/python").path()
        let requirements = clients.appending(path: "requirements.txt").path()
        let isThere = "import googleapiclient, openapi_spec_validator, schemathesis"
        if run(python, ["-c", isThere], seconds: 60) == nil { return .success(python) }
        let steps: [(String, [String], Double)] = [
            ("/usr/bin/env", ["python3", "-m", "venv", "--clear", folder.path()], 120),
            (python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements], 300),
            (python, ["-c", isThere], 60),
        ]
        for (program, arguments, seconds) in steps {
            if let fault = run(program, arguments, seconds: seconds) {
                let line = "SKIPPED: tests with Google's Python client and with schemathesis: \(fault)\n"
                FileHandle.standardError.write(Data(line.utf8))
                return .failure(Failure(reason: fault))
            }
        }
        return .success(python)
    }

    /// Runs a program to its end; gives what went wrong, or nil.
    private static func run(_ program: String, _ arguments: [String], seconds: Double) -> String? {
        guard FileManager.default.isExecutableFile(atPath: program), let child = try? Child(program, arguments) else {
            return "there is no \(program)"
        }
        defer { child.kill() }
        guard child.waits(seconds: seconds) else { return "\(arguments.joined(separator: " ")) took too long" }
        return child.code == 0 ? nil : String((child.error + child.output).suffix(400))
    }
}
