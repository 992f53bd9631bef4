public import ByteText

extension DeviceProfile {
    /// Parses the value of a `Fingerpost-Device` header: a dictionary (RFC 9651, section 3.2) such as
    /// `platform=android, os-version="14", app=("com.example.android";version="15")`.
    ///
    /// The keys `platform`, `form-factor`, `in-app`, `bot-kind`, `store` and `browser` take one of their words as a token or
    /// string; `os-version` and `browser-version` take strings of dotted numbers (a bare `1.10` would be the decimal 1.1);
    /// `bot` takes a boolean. `app` takes an ID, or an inner list of IDs, each with the parameters `version` and `state`;
    /// `app;version="15"` without an ID is the link's own app. For duplicate keys the last one counts. Texts are ranges of the
    /// arena; strings with escapes are unescaped into it. Linear time; allocates only the list of apps.
    public static func parse(
        structuredField field: TextRange, in arena: inout ByteArena
    ) throws(DeviceProfileFault) -> DeviceProfile {
        var reader = StructuredFieldReader(field)
        var profile = DeviceProfile()
        reader.skipSpaces(arena)
        if reader.atEnd { return profile }
        repeat {
            try profile.readMember(&reader, &arena)
        } while try reader.nextMember(arena)
        return profile
    }

    private mutating func readMember(
        _ reader: inout StructuredFieldReader, _ arena: inout ByteArena
    ) throws(DeviceProfileFault) {
        let start = reader.offset
        let key = try reader.key(arena)
        if arena[key].equals("app") {
            apps = try Self.readApps(&reader, &arena)
            return
        }
        let valued = reader.consume(UInt8(ascii: "="), arena)
        let valueStart = reader.offset
        let item: StructuredFieldReader.Item = valued ? try reader.bareItem(&arena) : .boolean(true)
        if reader.peek(arena) == UInt8(ascii: ";") { throw .unknownParameter(offset: reader.offset + 1) }
        switch try set(arena[key], to: item, arena) {
        case .set: return
        case .unknownKey: throw .unknownKey(offset: start)
        case .wrongValue: throw .wrongValue(offset: valueStart)
        }
    }

    private enum Outcome { case set, unknownKey, wrongValue }

    private mutating func set(
        _ key: Span<UInt8>, to item: StructuredFieldReader.Item, _ arena: borrowing ByteArena
    ) throws(DeviceProfileFault) -> Outcome {
        if key.equals("bot") {
            guard case .boolean(let value) = item else { return .wrongValue }
            bot = value
            return .set
        }
        if key.equals("os-version") || key.equals("browser-version") {
            guard case .string(let text) = item, Self.isVersion(arena[text]) else { return .wrongValue }
            if key.equals("os-version") { osVersion = text } else { browserVersion = text }
            return .set
        }
        return setWord(key, to: item, arena)
    }

    private mutating func setWord(
        _ key: Span<UInt8>, to item: StructuredFieldReader.Item, _ arena: borrowing ByteArena
    ) -> Outcome {
        let word: TextRange
        switch item {
        case .token(let text), .string(let text): word = text
        case .boolean, .other: word = .empty
        }
        if key.equals("platform") {
            platform = Platform.named(arena[word])
            return platform == nil ? .wrongValue : .set
        }
        if key.equals("form-factor") {
            formFactor = FormFactor.named(arena[word])
            return formFactor == nil ? .wrongValue : .set
        }
        if key.equals("in-app") {
            inApp = InApp.named(arena[word])
            return inApp == nil ? .wrongValue : .set
        }
        if key.equals("bot-kind") {
            botKind = BotKind.named(arena[word])
            return botKind == nil ? .wrongValue : .set
        }
        if key.equals("store") {
            store = DeviceStore.named(arena[word])
            return store == nil ? .wrongValue : .set
        }
        if key.equals("browser") {
            browser = Browser.named(arena[word])
            return browser == nil ? .wrongValue : .set
        }
        return .unknownKey
    }

    /// Whether the bytes are dot-separated numbers.
    static func isVersion(_ bytes: Span<UInt8>) -> Bool {
        var digitBefore = false
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte.isDigit || (byte == UInt8(ascii: ".") && digitBefore) else { return false }
            digitBefore = byte.isDigit
        }
        return digitBefore
    }

    private static func readApps(
        _ reader: inout StructuredFieldReader, _ arena: inout ByteArena
    ) throws(DeviceProfileFault) -> [AppReport] {
        guard reader.consume(UInt8(ascii: "="), arena) else {
            return [try readParameters(of: AppReport(), &reader, &arena)]
        }
        guard reader.consume(UInt8(ascii: "("), arena) else { return [try readApp(&reader, &arena)] }
        var apps: [AppReport] = []
        while true {
            reader.skipSpaces(arena)
            if reader.consume(UInt8(ascii: ")"), arena) { break }
            apps.append(try readApp(&reader, &arena))
            guard let next = reader.peek(arena), next == 0x20 || next == UInt8(ascii: ")") else {
                throw .malformed(offset: reader.offset)
            }
        }
        if reader.peek(arena) == UInt8(ascii: ";") { throw .unknownParameter(offset: reader.offset + 1) }
        return apps
    }

    private static func readApp(
        _ reader: inout StructuredFieldReader, _ arena: inout ByteArena
    ) throws(DeviceProfileFault) -> AppReport {
        let start = reader.offset
        guard case .string(let id) = try reader.bareItem(&arena), !id.isEmpty else { throw .wrongValue(offset: start) }
        return try readParameters(of: AppReport(id: id), &reader, &arena)
    }

    private static func readParameters(
        of app: AppReport, _ reader: inout StructuredFieldReader, _ arena: inout ByteArena
    ) throws(DeviceProfileFault) -> AppReport {
        var app = app
        while reader.consume(UInt8(ascii: ";"), arena) {
            reader.skipSpaces(arena)
            let start = reader.offset
            let key = try reader.key(arena)
            let item: StructuredFieldReader.Item =
                reader.consume(UInt8(ascii: "="), arena) ? try reader.bareItem(&arena) : .boolean(true)
            if arena[key].equals("version") {
                guard case .string(let version) = item, !version.isEmpty else { throw .wrongValue(offset: start) }
                app.version = version
            } else if arena[key].equals("state") {
                guard case .token(let word) = item, let state = AppState.named(arena[word]) else {
                    throw .wrongValue(offset: start)
                }
                app.state = state
            } else {
                throw .unknownParameter(offset: start)
            }
        }
        return app
    }
}
