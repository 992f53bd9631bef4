import OpenSSL
import Testing

@Suite("Authentication codes and base64")
struct HMACTests {
    @Test("the published examples of RFC 4231 come out")
    func examples() {
        func hex(_ text: String, _ key: [UInt8]) -> String {
            let bytes = Array(text.utf8)
            return HMAC.sha256(bytes.span, key: key).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(
            hex("Hi There", [UInt8](repeating: 0x0B, count: 20))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            hex("what do ya want for nothing?", Array("Jefe".utf8))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test("bytes come back from their text, and nothing comes of another text")
    func base64() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            let text = Base64.text(bytes)
            #expect(text.utf8.count == (count + 2) / 3 * 4)
            #expect(Base64.bytes(text) == bytes)
        }
        #expect(Base64.text(Array("foob".utf8)) == "Zm9vYg==")
        for text in ["Zm9vYg", "Zm9vYg=", "Zm9vYg== ", "Zm9v Yg=", "Zm9vYh==", "Zm-vYg==", "====", "Z==="] {
            #expect(Base64.bytes(text) == nil, "\(text)")
        }
    }
}
