/// SVG output (SVG 1.1).
extension QRCode {
    /// The image: its background, and a path with one line per run of dark modules, on integer coordinates of the view
    /// box, so that it is sharp at every size.
    ///
    /// - Parameters:
    ///   - title: The text for screen readers.
    ///   - size: The width in CSS pixels, or `nil` to fill the available width.
    public func svg(_ style: QRStyle = .standard, title: String, size: Int? = nil) -> [UInt8] {
        let side = width + 2 * style.margin
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\""
        if let size { text += " width=\"\(size)\" height=\"\(size)\"" }
        // The centers of lines are at integer coordinates, so the view box begins half a unit above.
        let corner = "-\(style.margin) -\(style.margin).5"
        text += " viewBox=\"\(corner) \(side) \(side)\" role=\"img\" shape-rendering=\"crispEdges\">"
        text += "<title>\(Self.escaped(title))</title>"
        text += "<path fill=\"#\(style.light.hex)\" d=\"M\(corner)h\(side)v\(side)h-\(side)z\"/>"
        text += "<path stroke=\"#\(style.dark.hex)\" d=\""
        for row in 0..<width { appendRuns(of: row, to: &text) }
        text += "\"/></svg>"
        return Array(text.utf8)
    }

    /// The runs of a row: the start of the first one, then the distance to each following one.
    private func appendRuns(of row: Int, to text: inout String) {
        var end: Int?
        forEachRun(row: row) { start, count in
            if let end { text += "m\(start - end) 0" } else { text += "M\(start) \(row)" }
            text += "h\(count)"
            end = start + count
        }
    }

    /// Escapes a text for element content (XML 1.0, section 2.4).
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
