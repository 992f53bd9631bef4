/// The bytes of a click.
public enum SampleRequest {
    /// A request as sent by Chrome on a phone.
    public static func bytes(_ path: String, host: String = "example.page.link") -> [UInt8] {
        let agent = """
            Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile \
            Safari/537.36
            """
        return Array("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nUser-Agent: \(agent)\r\nAccept: */*\r\n\r\n".utf8)
    }
}
