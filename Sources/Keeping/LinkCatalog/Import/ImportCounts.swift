public import Links

extension LinkImporter {
    /// The result so far.
    public struct Counts: Sendable, Equatable {
        /// Links that were written, or would be in a dry run.
        public var imported = 0
        /// Links that existed with other contents and were overwritten by the file's.
        public var replaced = 0
        /// Links that already existed with the same contents.
        public var known = 0
        /// Lines that repeat an earlier line's link with the same contents.
        public var repeated = 0
        /// Lines that were refused; each was reported with its reason.
        public var refused = 0
        /// For each warning, the number of affected links, and the line of the first.
        public var warnings: [ShortLinkWarning: Warned] = [:]
        /// Links without a creation time, for which the current time is used.
        public var undated = Warned(firstLine: 0)
        /// Links with an unreadable creation time, for which the current time is used.
        public var misdated = Warned(firstLine: 0)
        /// Links that are disabled because they do not work at the shortener they come from.
        public var stopped = Warned(firstLine: 0)
        /// Links whose codes differ from another link's only in case, on sites that ignore case.
        public var respelled = Respelled()
        /// Links whose codes differ from another link's only in case, on case-sensitive sites.
        public var otherwiseSpelled = Respelled()
        /// Links with line breaks in their social texts, which were replaced by spaces because links can't contain
        /// them.
        public var blanked = Warned(firstLine: 0)

        /// All counts are zero.
        public init() {}
    }

    /// Links whose codes differ from another link's only in case.
    public struct Respelled: Sendable, Equatable {
        /// The number of links, and the first line.
        public var links = Warned(firstLine: 0)
        /// The code of the first one found.
        public var code = ""
        /// The location of the other link: `line 3`, `the store`.
        public var other = ""

        /// No links.
        public init() {}

        mutating func count(_ line: Int, _ code: Substring, like other: String) {
            if links.links == 0 || line < links.firstLine { (self.code, self.other) = (String(code), other) }
            links.count(line)
        }
    }

    /// The links affected by a warning.
    public struct Warned: Sendable, Equatable {
        /// The number of links.
        public var links = 0
        /// The line of the first of them, from 1.
        public var firstLine: Int

        /// A count and its first line.
        public init(links: Int = 0, firstLine: Int) {
            self.links = links
            self.firstLine = firstLine
        }

        /// Counts a link; lines may come in any order.
        mutating func count(_ line: Int) {
            firstLine = links == 0 ? line : min(firstLine, line)
            links += 1
        }
    }
}

extension LinkImporter.Counts {
    /// Counts the warnings of a link that is not a repetition.
    mutating func note(_ row: ImportBatch.Row) {
        for warning in row.warnings {
            warnings[warning, default: LinkImporter.Warned(firstLine: row.line)].count(row.line)
        }
        if row.isUndated { undated.count(row.line) }
        if row.isBlanked { blanked.count(row.line) }
        if row.isMisdated { misdated.count(row.line) }
        if row.isStopped { stopped.count(row.line) }
    }
}
