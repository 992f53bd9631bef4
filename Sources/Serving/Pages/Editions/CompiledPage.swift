import ByteText
import PageDesign

/// A page's template, pre-rendered.
struct CompiledPage<Page: FlatPage>: Sendable {
    private let shapes: PageShapes
    /// A bit for each slot that the template has a section for.
    private let sections: Int
    /// The slot that fills each placeholder of a sentence, by ``PagePlaceholder/index``; -1 for none.
    let places: PagePlaces

    /// Parses and renders a template. Throws if it is not valid.
    ///
    /// - Parameter body: Replaces the page's own body.
    init(body: String = Page.body) throws {
        let names = Page.slots.map(\.name)
        let text = Page.document(body: body)
        let used = TemplateTags.sections(of: text)
        let sections = Page.slots.indices.filter { Page.slots[$0].isOptional && used.contains(names[$0]) }
        self.sections = sections.reduce(0) { $0 | 1 << $1 }
        shapes = PageShapes(try PageTemplate(text, slots: names), sections: sections)
        places = PagePlaces(slots: names)
    }

    /// Appends the page, whose values are in the arena. Does not allocate if the buffer has room.
    func append(
        _ page: borrowing Page, in edition: PageEdition, from arena: borrowing ByteArena, to buffer: inout ByteBuffer
    ) {
        var texts = PageTexts()
        page.fill(&texts)
        for piece in shapes.pieces(of: shape(of: texts)) {
            guard let gap = shapes.append(piece: piece, to: &buffer) else { break }
            edition.append(gap, on: Page.kind, of: texts, places, from: arena, to: &buffer)
        }
    }

    /// A bit for each slot with a section, set if the slot has a value.
    private func shape(of texts: borrowing PageTexts) -> Int {
        var shape = 0
        var bit = 1
        for slot in 0..<texts.count where sections >> slot & 1 == 1 {
            if texts[slot].isPresent { shape |= bit }
            bit <<= 1
        }
        return shape
    }
}

/// The slot of a page that fills a placeholder in a sentence: the one with the same name.
struct PagePlaces: Sendable {
    private var slots = InlineArray<8, Int8>(repeating: -1)

    init(slots names: [String]) {
        for (index, place) in PagePlaceholder.allCases.enumerated() {
            if let slot = names.firstIndex(of: place.rawValue) { slots[index] = Int8(slot) }
        }
    }

    /// The slot, or `nil` if the page has none with this name.
    subscript(place: Int) -> Int? {
        let slot = Int(slots[place])
        return slot < 0 ? nil : slot
    }
}
