/// ``did you mean `x`?`` for the dotted name, such as that of a fact, that `typed` was probably meant to be.
public func suggestion(forDotted typed: String, among names: [String]) -> String? {
    nearestDottedName(to: typed, among: names).map { "did you mean `\($0)`?" }
}

/// The dotted name closest to `typed`, or `nil`.
///
/// Group and member are compared separately, because the group is long and mostly correct: `device.os` is a prefix of
/// `device.os_version` and not close to `device.bot`, although it shares most letters with the latter.
public func nearestDottedName(to typed: String, among names: [String]) -> String? {
    let wanted = DottedName(typed)
    let all = names.map(DottedName.init)
    let siblings = all.filter { $0.group == wanted.group }
    if let member = nearestMember(to: wanted.member, among: siblings) { return member }
    // The correct member in the wrong group, or without one: `platform` is `device.platform`.
    let same = all.filter { $0.member == wanted.member }
    if same.count == 1 { return same[0].text }
    guard !wanted.group.isEmpty, let group = nearestName(to: wanted.group, among: Set(all.map(\.group)).sorted()) else {
        return wanted.group.isEmpty ? nearestName(to: typed, among: names) : nil
    }
    return nearestMember(to: wanted.member, among: all.filter { $0.group == group })
}

private func nearestMember(to member: String, among siblings: [DottedName]) -> String? {
    let name = nearestName(to: member, among: siblings.map(\.member))
    if let name { return siblings.first { $0.member == name }?.text }
    let begun = siblings.filter { member.utf8.count > 1 && $0.member.hasPrefix(member) }
    return begun.count == 1 ? begun[0].text : nil
}

/// A group and a member, such as `device.os_version`.
private struct DottedName {
    let text: String
    let group: String
    let member: String

    init(_ text: String) {
        self.text = text
        let dot = text.lastIndex(of: ".")
        group = dot.map { String(text[..<$0]) } ?? ""
        member = dot.map { String(text[text.index(after: $0)...]) } ?? text
    }
}
