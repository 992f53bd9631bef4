import Foundation
import TestSupport
import Testing

/// Users sign in to the real daemon with a third-party provider.
@Suite(
    "An OpenID provider", .timeLimit(.minutes(20)),
    .enabled(
        if: PythonOpenID.interpreter != nil, "skipped: no Python with Tests/Clients/OpenID/requirements.txt; see above")
)
struct OpenIDProviderTests {
    @Test("people of a group sign in, act and sign out; others, second uses and a provider that is away get a page")
    func signIn() throws {
        let folder = try ScratchFolder()
        let port = try FreePort.next()
        let settings = """
            console:
              openid:
                issuer: http://localhost:\(port)
                client_id: console
                client_secret_file: \(folder.path)/secret
                roles: [{group: ops, role: operator}]
            """
        try folder.file("settings.yaml", settings)
        let secret = try folder.file("secret", "secret\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path())
        let daemon = try RunningDaemon(flags: [
            "--settings", "\(folder.path)/settings.yaml", "--store", "\(folder.path)/store", "--audit-log",
            "\(folder.path)/audit.log",
        ])
        let child = try Child(
            try #require(PythonOpenID.interpreter),
            [PythonOpenID.script("openid_sign_in.py"), "http://localhost:\(daemon.admin)", "\(port)"])
        #expect(child.waits(seconds: 180))
        #expect(child.code == 0, "\(child.error.suffix(3000))")
        #expect(child.output == "ok\n")
        #expect(daemon.stop() == 0)
        let audit = try String(contentsOfFile: "\(folder.path)/audit.log", encoding: .utf8)
        #expect(audit.contains(#""client":"ann@example.com""#) && audit.contains(#""by":"openid""#), "\(audit)")
        #expect(audit.contains(#""client":"eve@example.com""#), "\(audit)")
    }
}
