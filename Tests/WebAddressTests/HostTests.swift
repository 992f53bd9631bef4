import ByteText
import Testing
import WebAddress

@Suite struct HostTests {
    @Test(arguments: [
        ("localhost", true, false), ("a.localhost", true, false), ("127.0.0.1", true, true),
        ("127.255.0.9", true, true),
        ("[::1]", true, true), ("[::ffff:7f00:1]", true, true), ("notlocalhost", false, false),
        ("localhost.com", false, false),
        ("128.0.0.1", false, true), ("[::2]", false, true), ("[::]", false, true), ("[::ffff:8000:1]", false, true),
        ("[7f00::1]", false, true), ("127.0.0.1.com", false, false), ("example.com", false, false), ("", false, false),
    ])
    func questions(text: String, isLoopback: Bool, isIPAddress: Bool) {
        let bytes = Array(text.utf8)
        let host = Host(bytes.span)
        let answers = (host.isLoopback, host.isIPAddress, host.isIPv6Address, host.isLocalhost)
        #expect(answers.0 == isLoopback)
        #expect(answers.1 == isIPAddress)
        #expect(answers.2 == text.hasPrefix("["))
        #expect(answers.3 == (isLoopback && !isIPAddress))
    }
}
