public import ByteText

/// Compares a decision with the expectation of a case.
public enum CaseExpectation {
    /// The mismatches, one per line: ``target: expected "…", got "…"``. Empty if the case passes.
    ///
    /// Objects may have more members than expected; arrays and all other values must be equal. `target_prefix` is
    /// compared with the start of `target`. The spellings of an error code in Firebase's SDKs are equivalent.
    public static func mismatches(expected: JSONValue, actual: JSONValue) -> [String] {
        guard case .object(let object) = expected else { return [line("decision", expected, actual)] }
        return object.members.flatMap { member in
            member.name == ExpectationKey.targetPrefix.rawValue
                ? prefixMismatch(member.value, actual["target"])
                : compare(member.name, member.value, actual[member.name])
        }
    }

    private static func compare(_ path: String, _ expected: JSONValue, _ actual: JSONValue?) -> [String] {
        if path == "error", case .string(let code) = expected {
            return compare("error.code", .string(code), actual?["code"])
        }
        guard case .object(let object) = expected, case .object? = actual else {
            return isEqual(path, expected, actual) ? [] : [line(path, expected, actual)]
        }
        return object.members.flatMap { member in
            compare("\(path).\(member.name)", member.value, actual?[member.name])
        }
    }

    private static func isEqual(_ path: String, _ expected: JSONValue, _ actual: JSONValue?) -> Bool {
        if path == "error.code", case .string(let one) = expected, case .string(let other)? = actual {
            return ErrorSynonyms.canonical(one) == ErrorSynonyms.canonical(other)
        }
        return actual == expected
    }

    private static func prefixMismatch(_ prefix: JSONValue, _ target: JSONValue?) -> [String] {
        guard case .string(let start) = prefix, case .string(let text)? = target,
            text.utf8.starts(with: start.utf8)
        else { return ["target: expected to start with \(written(prefix)), got \(written(target))"] }
        return []
    }

    private static func line(_ path: String, _ expected: JSONValue, _ actual: JSONValue?) -> String {
        "\(path): expected \(written(expected)), got \(written(actual))"
    }

    private static func written(_ value: JSONValue?) -> String {
        value?.text ?? "nothing"
    }
}

/// The spellings of Firebase's error codes: the server's, the web SDK's and the Admin SDKs'.
enum ErrorSynonyms {
    /// Each row begins with the web SDK's spelling, which decisions use.
    static let rows: [[String]] = [
        ["auth/invalid-continue-uri", "INVALID_CONTINUE_URI"],
        ["auth/missing-continue-uri", "MISSING_CONTINUE_URI"],
        ["auth/unauthorized-continue-uri", "UNAUTHORIZED_DOMAIN", "auth/unauthorized-domain"],
        ["auth/missing-android-pkg-name", "MISSING_ANDROID_PACKAGE_NAME", "auth/missing-android-package-name"],
        ["auth/missing-ios-bundle-id", "MISSING_IOS_BUNDLE_ID"],
        ["auth/invalid-dynamic-link-domain", "INVALID_DYNAMIC_LINK_DOMAIN"],
        ["auth/dynamic-link-not-activated", "DYNAMIC_LINK_NOT_ACTIVATED"],
        ["auth/invalid-hosting-link-domain", "INVALID_HOSTING_LINK_DOMAIN"],
    ]

    /// The spelling that decisions use. A code that is not Firebase's is returned unchanged.
    static func canonical(_ code: String) -> String {
        rows.first { $0.contains(code) }?[0] ?? code
    }
}
