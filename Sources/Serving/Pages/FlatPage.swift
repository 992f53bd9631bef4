import ByteText
import Mustache

/// A page without repeated parts. Its template runs at start, once for each set of values that can be present; a click
/// only copies bytes and fills the gaps.
///
/// Running Mustache costs ten times as much as the rest of a click, and every tap on an iPhone may end in a page.
protocol FlatPage: Sendable {
    static var kind: PageKind { get }
    /// In Mustache. Contains the slots, and sections for the optional ones.
    static var template: String { get }
    /// The values that the template may use, in the order of ``fill(_:)``.
    static var slots: [PageSlot] { get }
    /// Adds one value for each slot.
    func fill(_ texts: inout PageTexts)
}

/// A place for a value in a template.
enum PageSlot: Sendable {
    /// Has a value on every page.
    case always(String)
    /// May have none, and then its section is dropped. Each doubles the number of shapes.
    case optional(String)

    var name: String {
        switch self {
        case .always(let name), .optional(let name): name
        }
    }

    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }
}

/// A page's template after its runs: one ``PageShape`` for each set of optional values.
struct CompiledPage<Page: FlatPage>: Sendable {
    /// Which slots are optional, the first one lowest.
    private let optionalSlots: Int
    /// By the bits of ``shapeIndex(of:)``.
    private let shapes: [PageShape]

    /// Runs the page's template, which is in the library, for every shape.
    init(from library: MustacheLibrary) throws {
        optionalSlots = Page.slots.indices.reduce(0) { $0 | (Page.slots[$1].isOptional ? 1 << $1 : 0) }
        let optional = Page.slots.count(where: \.isOptional)
        shapes = try (0..<1 << optional).map { try PageShape(of: Page.self, index: $0, from: library) }
    }

    /// Appends the page, whose pieces are in the arena. Allocates nothing where the buffer has room.
    func append(_ page: borrowing Page, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        var texts = PageTexts()
        page.fill(&texts)
        shapes[shapeIndex(of: texts)].append(texts, from: arena, to: &buffer)
    }

    /// A bit for each optional slot, set if it has a value.
    private func shapeIndex(of texts: borrowing PageTexts) -> Int {
        var index = 0
        var bit = 1
        for slot in 0..<texts.count where optionalSlots >> slot & 1 == 1 {
            if texts[slot].isPresent { index |= bit }
            bit <<= 1
        }
        return index
    }
}

/// The bytes of a page with gaps for its values.
struct PageShape: Sendable {
    private struct Gap: Sendable {
        /// Where in ``literal`` the value comes.
        let offset: Int
        let slot: Int
    }

    private var literal: [UInt8] = []
    private var gaps: [Gap] = []

    /// Runs a template with a mark in place of each value that this shape has: a private-use scalar, which escaping
    /// leaves alone and which no template contains.
    init<Page: FlatPage>(of page: Page.Type, index: Int, from library: MustacheLibrary) throws {
        var entries: [String: Any] = ["style": PageStyle.text]
        var bits = index
        for (number, slot) in Page.slots.enumerated() {
            if slot.isOptional {
                defer { bits >>= 1 }
                guard bits & 1 == 1 else { continue }
            }
            entries[slot.name] = String(Character(Self.mark(number)))
        }
        guard let text = library.render(entries, withTemplate: Page.kind.rawValue) else {
            throw MissingTemplate(name: Page.kind.rawValue)
        }
        for scalar in text.unicodeScalars {
            if let slot = Self.slot(of: scalar) {
                gaps.append(Gap(offset: literal.count, slot: slot))
            } else {
                literal.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    struct MissingTemplate: Error {
        let name: String
    }

    /// Appends the bytes, with the values in their gaps.
    func append(_ texts: borrowing PageTexts, from arena: borrowing ByteArena, to buffer: inout ByteBuffer) {
        var start = 0
        for gap in gaps {
            buffer.append(literal.span.extracting(start..<gap.offset))
            buffer.append(texts[gap.slot], from: arena)
            start = gap.offset
        }
        buffer.append(literal.span.extracting(start..<literal.count))
    }

    private static func mark(_ slot: Int) -> Unicode.Scalar {
        // U+E000… are scalars, so the fallback is never taken.
        Unicode.Scalar(0xE000 + UInt32(slot)) ?? "\u{E000}"
    }

    private static func slot(of scalar: Unicode.Scalar) -> Int? {
        (0xE000...0xF8FF).contains(scalar.value) ? Int(scalar.value) - 0xE000 : nil
    }
}
