import Compression
import Foundation
import FoundationXML
import QRCode
import TestSupport
import Testing

@Suite("QR codes")
struct QRCodeTests {
    private static let link = "https://example.page.link/WXYZ?_fp=qr"

    private static func code(
        _ text: String = link, _ correction: QRCode.Correction = .medium
    ) throws -> QRCode { try QRCode(text.utf8.span, correction) }

    private static func modules(_ code: QRCode) -> [[Bool]] {
        (0..<code.width).map { row in (0..<code.width).map { code.isDark(row: row, column: $0) } }
    }

    @Test("are as large as the standard has it, with the squares that readers look for in three corners")
    func shape() throws {
        let code = try Self.code()
        // Version 3 has room for 42 bytes at error correction level M (ISO/IEC 18004, table 7).
        #expect(code.width == 29)
        let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
        for (top, left) in [(0, 0), (0, 22), (22, 0)] {
            for row in 0..<7 {
                let text = (0..<7).map { code.isDark(row: top + row, column: left + $0) ? "#" : "." }.joined()
                #expect(text == finder[row])
            }
        }
        #expect(try QRCode.Correction.allCases.map { try Self.code(Self.link, $0).width } == [29, 29, 33, 37])
    }

    @Test("of texts that don't fit there are none")
    func limits() throws {
        for (correction, most) in zip(QRCode.Correction.allCases, [2_953, 2_331, 1_663, 1_273]) {
            #expect(try Self.code(String(repeating: "a", count: most), correction).width == 177)
            #expect(throws: QRCode.Fault.self) { try Self.code(String(repeating: "a", count: most + 1), correction) }
        }
        for text in ["", "a\0b"] { #expect(throws: QRCode.Fault.self) { try Self.code(text) } }
    }

    @Test("are made by many threads at the same time as by one")
    func threads() async throws {
        let texts = (0..<64).map { "https://example.page.link/\($0)" }
        let alone = try texts.map { Self.modules(try Self.code($0)) }
        let together = try await withThrowingTaskGroup(of: (Int, [[Bool]]).self) { group in
            for (index, text) in texts.enumerated() { group.addTask { (index, Self.modules(try Self.code(text))) } }
            var found = [[[Bool]]](repeating: [], count: texts.count)
            for try await (index, modules) in group { found[index] = modules }
            return found
        }
        #expect(together == alone)
    }

    @Test("are the same in an SVG, within its view box", arguments: [0, 1, 4, 16])
    func svg(margin: Int) throws {
        let code = try Self.code()
        let style = try #require(QRStyle(margin: margin, dark: RGBColor(red: 1, green: 2, blue: 0x30)))
        let svg = String(decoding: code.svg(style, title: "a<b>&\"c", size: 300), as: UTF8.self)
        #expect(svg.contains("<title>a&lt;b&gt;&amp;\"c</title>") && svg.contains(" width=\"300\" height=\"300\""))
        #expect(svg.contains(" viewBox=\"-\(margin) -\(margin).5 \(29 + 2 * margin) \(29 + 2 * margin)\""))
        #expect(svg.contains("stroke=\"#010230\"") && svg.contains("fill=\"#ffffff\""))
        #expect(try XMLDocument(xmlString: svg).rootElement()?.name == "svg")
        #expect(try Self.modules(ofSVG: svg, width: code.width) == Self.modules(code))
    }

    /// The modules covered by the lines of a picture's path.
    private static func modules(ofSVG svg: String, width: Int) throws -> [[Bool]] {
        var modules = [[Bool]](repeating: [Bool](repeating: false, count: width), count: width)
        let path = try #require(svg.firstMatch(of: /stroke="#[0-9a-f]{6}" d="([^"]*)"/)?.output.1)
        var (x, y) = (0, 0)
        for step in path.matches(of: /([Mmh])(\d+)(?: (\d+))?/) {
            let number = try #require(Int(step.output.2))
            switch step.output.1 {
            case "M": (x, y) = (number, try #require(Int(step.output.3 ?? "")))
            case "m": x += number
            default:
                for column in x..<(x + number) { modules[y][column] = true }
                x += number
            }
        }
        return modules
    }

    @Test("are the same in text")
    func text() throws {
        let code = try Self.code()
        let lines = code.text().split(separator: "\n").map(Array.init)
        #expect(lines.count == 19 && lines.allSatisfy { $0.count == 37 })
        for row in 0..<29 {
            for column in 0..<29 {
                let block = lines[(row + 4) / 2][column + 4]
                let isLight = block == "█" || block == ((row + 4).isMultiple(of: 2) ? "▀" : "▄")
                #expect(isLight != code.isDark(row: row, column: column))
            }
        }
        #expect(lines[0].allSatisfy { $0 == "█" } && lines[18].allSatisfy { $0 == "▀" })
    }

    // MARK: - PNG

    @Test("a PNG has its parts in order, and their checksums", arguments: [37, 64, 100, 512, 2_048])
    func png(size: Int) throws {
        let code = try Self.code()
        let style = try #require(QRStyle(dark: RGBColor(red: 0, green: 51, blue: 102)))
        let file = try code.png(style, size: size)
        #expect(file.starts(with: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)))
        var parts: [(name: String, content: [UInt8])] = []
        var rest = file.dropFirst(8)
        while !rest.isEmpty {
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let chunk = Array(rest.dropFirst(4).prefix(4 + count))
            let checksum = rest.dropFirst(8 + count).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            #expect(checksum == Self.checksum(chunk))
            parts.append((String(decoding: chunk.prefix(4), as: UTF8.self), Array(chunk.dropFirst(4))))
            rest = rest.dropFirst(12 + count)
        }
        #expect(parts.map(\.name) == ["IHDR", "PLTE", "IDAT", "IEND"])
        let side = [0, 0, UInt8(size >> 8), UInt8(size & 0xFF)]
        #expect(parts[0].content == side + side + [1, 3, 0, 0, 0])
        #expect(parts[1].content == [255, 255, 255, 0, 51, 102])
        // zlib's header (RFC 1950, section 2.2).
        #expect(parts[2].content[0] == 0x78)
        #expect(file.count < 1_000 + size * 2)
    }

    /// The checksum computed bit by bit, as specified.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private static let reader = ["/usr/bin/zbarimg"].first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(
        "are read by a reader: texts, corrections, sizes, quiet zones and colours",
        .enabled(if: reader != nil, "skipped: zbar-tools is not installed"))
    func read() throws {
        let folder = try ScratchFolder()
        var texts: [String] = []
        var files: [String] = []
        let styles = try [
            QRStyle.standard, #require(QRStyle(margin: 2)), #require(QRStyle(margin: 16)),
            #require(
                QRStyle(dark: RGBColor(red: 0, green: 51, blue: 102), light: RGBColor(red: 255, green: 250, blue: 200))),
        ]
        let paths = ["WXYZ", "go/a", "0123456789", "ABCDEF", String(repeating: "Long-", count: 40)]
        for (index, path) in paths.enumerated() {
            for correction in QRCode.Correction.allCases {
                let code = try Self.code("https://example.page.link/\(path)?_fp=qr", correction)
                let style = styles[(index + correction.rawValue.utf8.count + files.count) % styles.count]
                for size in [4 * code.leastSize(style), 601] {
                    let name = folder.path + "\(files.count).png"
                    try Data(try code.png(style, size: size)).write(to: URL(filePath: name))
                    texts.append("https://example.page.link/\(path)?_fp=qr")
                    files.append(name)
                }
            }
        }
        let reading = Process()
        reading.executableURL = URL(filePath: try #require(Self.reader))
        reading.arguments = ["--raw", "-q"] + files
        let output = Pipe.exclusive()
        reading.standardOutput = output
        try reading.start()
        let read = try #require(try output.fileHandleForReading.readToEnd())
        reading.waitUntilExit()
        #expect(String(decoding: read, as: UTF8.self).split(separator: "\n").map(String.init) == texts)
    }

    // MARK: - Colours

    @Test("colours are read as style sheets have them")
    func colors() {
        #expect(RGBColor(hex: "003366") == RGBColor(red: 0, green: 0x33, blue: 0x66))
        #expect(RGBColor(hex: "#FfF") == .white && RGBColor(hex: "#0aF")?.hex == "00aaff")
        for text in ["", "#", "12", "1234", "12345g", "+12345", "1234567", "é12"] {
            #expect(RGBColor(hex: text) == nil)
        }
    }

    @Test(
        "what cameras may not read is refused: light on dark, and too little contrast",
        arguments: [
            ("ffffff", "000000"), ("000000", "000000"), ("ffff00", "ffffff"), ("777777", "ffffff"),
            ("000000", "555555"),
        ])
    func contrast(_ dark: String, _ light: String) throws {
        let (dark, light) = try (#require(RGBColor(hex: dark)), #require(RGBColor(hex: light)))
        #expect(QRStyle(dark: dark, light: light) == nil)
        #expect(QRStyle(dark: .black, light: .white) != nil)
        // WCAG's limit for gray on white.
        #expect(QRStyle(dark: RGBColor(red: 0x76, green: 0x76, blue: 0x76)) != nil)
        #expect(QRStyle(margin: 17) == nil && QRStyle(margin: -1) == nil)
    }
}
