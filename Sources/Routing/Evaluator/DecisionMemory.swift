import ByteText
import Devices
import Links

/// Decisions that were made before, for clicks that come again just as they were: a link in an advertisement is clicked a
/// thousand times by a few kinds of phones.
///
/// The evaluator is a pure function, so a remembered decision is the decision: a click is compared byte for byte with all that
/// its decision was made of, and the hash only says where to look. What a short link stands for is kept beside its decision,
/// and whoever recalls it looks whether that still holds. Rules that ask for the time or for header fields turn
/// the memory off. It has a fixed size, allocates when it is made, and forgets by overwriting; a click is remembered when it
/// comes for the second time, so that links that are clicked once, as those in mails are, cost next to nothing and push
/// nothing out. What has a code, a key or a mail address in it is not remembered at all.
///
/// `Replay` has a memory of its own, which tells clicks apart by their device: that takes a look-up of the user agent before,
/// which a log with thousands of agents pays back many times over and a daemon, which compares bytes at once, does not.
///
/// It belongs to one evaluator and so to one thread.
@safe final class DecisionMemory {
    /// What is remembered of one decision, beside its bytes.
    private struct Slot {
        /// The hash of the last click that came here and was not remembered.
        var candidate: UInt64 = 0
        /// The hash of the click that is remembered; its lowest bit is set, so that it is never 0.
        var hash: UInt64 = 0
        var keyCount = 0
        var textCount = 0
        var site: Int?
        /// Without its version, which nobody asks for afterwards.
        var device: Device?
        /// Its texts are ranges of the slot's texts, too.
        var shortLink: ShortLinkReading?
        var undecidedCount = 0
        var undecided = InlineArray<4, Int>(repeating: 0)
        /// Its texts are ranges of the slot's texts.
        var decision = Decision(kind: .error, status: 0)
    }

    private static let slotCount = 1024
    /// How long the click's texts may be together, and the decision's.
    private static let keyCapacity = 1024
    private static let textCapacity = 1536
    private static let stride = keyCapacity + textCapacity

    private let slots: UnsafeMutablePointer<Slot>
    /// The bytes of each slot: the click's, then those of the decision.
    private let bytes: UnsafeMutablePointer<UInt8>
    /// Hashes can't be foreseen, so nobody can choose links that push others out.
    private let seed = UInt64.random(in: .min ... .max)
    /// Facts that rules ask for and that are therefore compared, though most clicks differ in them.
    private let comparesLanguage: Bool
    private let comparesReferer: Bool
    private let comparesCountry: Bool
    private let comparesAddress: Bool

    /// Makes room for a thousand decisions, some 3 MiB, of which the system gives what is used; nil where the rules ask
    /// for what makes every click another.
    init?(_ ruleSet: RuleSet) {
        guard !ruleSet.consults(.requestTime), !ruleSet.consults(.requestHeaders) else { return nil }
        comparesLanguage = ruleSet.consults(.deviceLanguages)
        comparesReferer = ruleSet.consults(.requestReferer)
        comparesCountry = ruleSet.consults(.requestCountry)
        comparesAddress = ruleSet.consults(.requestIP)
        unsafe slots = .allocate(capacity: Self.slotCount)
        unsafe slots.initialize(repeating: Slot(), count: Self.slotCount)
        unsafe bytes = .allocate(capacity: Self.slotCount * Self.stride)
    }

    deinit {
        // Safe: nothing else frees the memory, and slots hold nothing that needs more than that.
        unsafe slots.deallocate()
        unsafe bytes.deallocate()
    }

    /// The hash of a click; nil for one that is never remembered: a question with settings, a profile or a stage.
    func hash(of request: borrowing ClickRequest, in arena: borrowing ByteArena) -> UInt64? {
        guard request.stage == nil, request.settings == nil, request.profile == nil else { return nil }
        var state = seed
        for index in 0..<Self.partCount(of: request) {
            guard let part = part(index, of: request) else {
                state = Self.mix(state &+ 1)
                continue
            }
            let text = arena[part]
            state = Self.mix(state ^ UInt64(text.count))
            var place = 0
            while text.count - place >= 8 {
                state = Self.mix(state ^ text.word(at: place))
                place += 8
            }
            state = Self.mix(state ^ text.shortWord(at: place, count: text.count - place))
        }
        return state | 1
    }

    /// The decision of a click that came before, and what was found out about it; their texts are appended to the arena.
    func recall(
        _ request: borrowing ClickRequest, _ hash: UInt64, into findings: inout Findings, in arena: inout ByteArena
    ) -> Decision? {
        let place = Int(hash >> 32) % Self.slotCount
        // Safe: the place is one of the slots, all of which are initialised.
        let slot = unsafe slots + place
        guard unsafe slot.pointee.hash == hash else { return nil }
        // Safe: the slot's first bytes are those of a click, and behind them those of its decision.
        let start = unsafe bytes + place * Self.stride
        let key = unsafe Span(_unsafeStart: start, count: slot.pointee.keyCount)
        guard isSame(request, key, in: arena) else { return nil }
        let text = unsafe Span(_unsafeStart: start + Self.keyCapacity, count: slot.pointee.textCount)
        let mark = arena.count
        arena.append(text)
        var decision = unsafe slot.pointee.decision
        decision.moveTexts { TextRange(offset: $0.start + mark, count: Int($0.count)) }
        findings.reset()
        findings.site = unsafe slot.pointee.site
        findings.device = unsafe slot.pointee.device
        findings.shortLink = unsafe slot.pointee.shortLink
        findings.shortLink?.moveTexts { TextRange(offset: $0.start + mark, count: Int($0.count)) }
        for index in 0..<(unsafe slot.pointee.undecidedCount) {
            findings.undecided.append(unsafe slot.pointee.undecided[index])
        }
        return decision
    }

    /// Remembers a decision when its click has come before.
    func remember(
        _ decision: Decision, of request: borrowing ClickRequest, _ hash: UInt64, _ findings: borrowing Findings,
        in arena: borrowing ByteArena
    ) {
        let place = Int(hash >> 32) % Self.slotCount
        // Safe: the place is one of the slots, all of which are initialised.
        let slot = unsafe slots + place
        guard unsafe slot.pointee.candidate == hash else {
            unsafe slot.pointee.candidate = hash
            return
        }
        guard !decision.carriesAction, findings.undecided.count <= 4, !Masking.mayHide(request.link, of: arena),
            !(findings.shortLink.map { Masking.mayHide($0.longLink, of: arena) } ?? false)
        else { return }
        var writer = unsafe SlotWriter(start: bytes + place * Self.stride, capacity: Self.keyCapacity)
        // From here on the slot's bytes are neither the old click's nor the new one's.
        unsafe slot.pointee.hash = 0
        for index in 0..<Self.partCount(of: request) { writer.append(part: part(index, of: request), of: arena) }
        var texts = unsafe SlotWriter(
            start: bytes + place * Self.stride + Self.keyCapacity, capacity: Self.textCapacity)
        var copy = decision
        copy.moveTexts { texts.append($0, of: arena) }
        var shortLink = findings.shortLink
        shortLink?.moveTexts { texts.append($0, of: arena) }
        var device = findings.device
        device?.osVersion = .empty
        guard !writer.isFull, !texts.isFull else { return }
        unsafe slot.pointee.keyCount = writer.count
        unsafe slot.pointee.textCount = texts.count
        unsafe slot.pointee.site = findings.site
        unsafe slot.pointee.device = device
        unsafe slot.pointee.shortLink = shortLink
        unsafe slot.pointee.undecidedCount = findings.undecided.count
        for index in findings.undecided.indices { unsafe slot.pointee.undecided[index] = findings.undecided[index] }
        unsafe slot.pointee.decision = copy
        unsafe slot.pointee.hash = hash
    }

    /// Whether the key is that of a click: each part behind its length.
    private func isSame(
        _ request: borrowing ClickRequest, _ key: Span<UInt8>, in arena: borrowing ByteArena
    ) -> Bool {
        var offset = 0
        for index in 0..<Self.partCount(of: request) {
            guard offset + 2 <= key.count else { return false }
            let length = Int(key[offset]) | Int(key[offset + 1]) << 8
            offset += 2
            guard let part = part(index, of: request) else {
                guard length == SlotWriter.absent else { return false }
                continue
            }
            guard length == Int(part.count), key.extracting(offset..<(offset + length)).equals(arena[part]) else {
                return false
            }
            offset += length
        }
        return offset == key.count
    }

    /// How many texts a click has: without client hints, which stand last, they end before them.
    private static func partCount(of request: borrowing ClickRequest) -> Int { request.hints.isEmpty ? 6 : 14 }

    /// A text that the decision was made of.
    @inline(__always)
    private func part(_ index: Int, of request: borrowing ClickRequest) -> TextRange? {
        switch index {
        case 0: request.link
        case 1: request.userAgent
        case 2: comparesLanguage ? request.acceptLanguage : nil
        case 3: comparesReferer ? request.referer : nil
        case 4: comparesCountry ? request.country : nil
        case 5: comparesAddress ? request.ip : nil
        case 6: request.hints.platform
        case 7: request.hints.platformVersion
        case 8: request.hints.mobile
        case 9: request.hints.model
        case 10: request.hints.formFactors
        case 11: request.hints.fullVersionList
        case 12: request.hints.brands
        default: request.hints.requestedWith
        }
    }

    @inline(__always)
    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

/// Writes texts into a part of a slot, as far as they fit.
@safe private struct SlotWriter: ~Copyable {
    /// What stands for the length of a part that is not there; none is so long.
    static let absent = 0xFFFF

    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count = 0
    /// Whether something did not fit.
    private(set) var isFull = false

    /// - Parameter start: `capacity` bytes that live longer than the writer.
    @unsafe
    init(start: UnsafeMutablePointer<UInt8>, capacity: Int) {
        unsafe self.start = start
        self.capacity = capacity
    }

    mutating func append(part: TextRange?, of arena: borrowing ByteArena) {
        let length = part.map { Int($0.count) } ?? Self.absent
        guard capacity - count >= 2 else {
            isFull = true
            return
        }
        // Safe: there is room for two bytes.
        unsafe start[count] = UInt8(truncatingIfNeeded: length)
        unsafe start[count + 1] = UInt8(truncatingIfNeeded: length >> 8)
        count += 2
        if let part { _ = append(part, of: arena) }
    }

    /// Appends a text and tells where it is.
    mutating func append(_ text: TextRange, of arena: borrowing ByteArena) -> TextRange {
        let bytes = arena[text]
        guard !isFull, capacity - count >= bytes.count else {
            isFull = true
            return .empty
        }
        // Safe: there is room for the bytes, which are no part of the slot.
        unsafe bytes.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe (start + count).update(from: first, count: source.count) }
        }
        defer { count += bytes.count }
        return TextRange(offset: count, count: bytes.count)
    }
}

extension ShortLinkReading {
    fileprivate mutating func moveTexts(_ move: (TextRange) -> TextRange) {
        key = move(key)
        longLink = move(longLink)
    }
}

extension Decision {
    /// Puts each text where a closure says that it is now.
    fileprivate mutating func moveTexts(_ move: (TextRange) -> TextRange) {
        let isSame = appLocation == location
        location = location.map(move)
        appLocation = isSame ? location : appLocation.map(move)
        target = target.map(move)
        payload = payload.map(move)
        if let own = meta {
            meta = SocialMeta(
                title: own.title.map(move), description: own.description.map(move), image: own.image.map(move))
        }
        if let own = app {
            app = App(
                platform: own.platform, id: move(own.id), minimumVersion: own.minimumVersion.map(move), state: own.state
            )
        }
        if let own = fallback { fallback = Fallback(kind: own.kind, target: move(own.target)) }
    }
}
