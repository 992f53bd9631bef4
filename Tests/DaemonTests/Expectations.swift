import ByteText
import TestSupport
import Testing

extension HTTPAnswer {
    /// Expects the properties that all responses have in common.
    func expectCommonFields(cached: Bool = false, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(self["Referrer-Policy"] == "no-referrer", sourceLocation: sourceLocation)
        #expect(self["Date"]?.hasSuffix(" GMT") ?? false, sourceLocation: sourceLocation)
        #expect(
            cached ? self["Cache-Control"] != nil : self["Cache-Control"] == "no-store", sourceLocation: sourceLocation)
        for name in ["Server", "X-Powered-By", "Via", "Set-Cookie", "Strict-Transport-Security"] {
            let isThere = fields.contains { $0.name.lowercased() == name.lowercased() }
            #expect(!isThere, "\(name)", sourceLocation: sourceLocation)
        }
    }

    /// Expects an error in the common format.
    func expectError(
        _ code: Int, _ status: String, naming name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(self.status == code, sourceLocation: sourceLocation)
        let error = try #require(json?["error"], sourceLocation: sourceLocation)
        #expect(error["code"]?.number?.int == code, sourceLocation: sourceLocation)
        #expect(error["status"]?.string == status, sourceLocation: sourceLocation)
        #expect(error["message"]?.string?.contains(name) ?? false, "\(body)", sourceLocation: sourceLocation)
        #expect(error["details"]?.array != nil, sourceLocation: sourceLocation)
        expectCommonFields(sourceLocation: sourceLocation)
    }
}
