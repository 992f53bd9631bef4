import ByteText
import LinkStore
import Links
import Markup

/// The inputs of the form.
extension LinkForm {
    /// The template of the ``inputs``.
    static let inputTemplate = """
        {{#inputs}}<div{{#is_area}} class="all"{{/is_area}}><label for="{{input}}">{{input_label}}{{#is_time}} <span class="zone">(UTC)</span>{{/is_time}}</label>
        {{#is_area}}<textarea id="{{input}}" name="{{input}}" rows="{{rows}}"{{#input_help}} aria-describedby="{{input}}-help"{{/input_help}}{{#is_faulty}} aria-invalid="true"{{/is_faulty}}>
        {{#lines}}{{line}}
        {{/lines}}</textarea>{{/is_area}}\
        {{^is_area}}<input id="{{input}}" name="{{input}}" autocomplete="off"\
        {{#is_password}} type="password" maxlength="200"{{/is_password}}\
        {{#is_time}} type="datetime-local"{{/is_time}}{{#has_seconds}} step="1"{{/has_seconds}}\
        {{#is_number}} inputmode="numeric" pattern="[0-9]*"{{/is_number}}\
        {{#is_address}} inputmode="url" autocapitalize="none" spellcheck="false"{{/is_address}} value="{{typed}}"\
        {{#input_help}} aria-describedby="{{input}}-help"{{/input_help}}{{#is_faulty}} aria-invalid="true"{{/is_faulty}}>{{/is_area}}
        {{#input_help}}<p class="soft" id="{{input}}-help">{{input_help}}</p>{{/input_help}}\
        {{#is_password}}{{^is_new}}<p class="soft">Leave it empty for no change.</p><label class="choice"><input type="checkbox" name="no_password"{{#removes}} checked{{/removes}}> \
        Remove the password</label>{{/is_new}}{{/is_password}}</div>
        {{/inputs}}
        """

    /// Fills the form in.
    ///
    /// - Parameter fault: The name of the input that an error is about.
    func write(to values: inout PageValues, fault: String? = nil) {
        for name in ["long_link", "code"] {
            values["\(name)_field"] = self[name]
            values.set("\(name)_faulty", fault == name)
        }
        values.set("opens_app", opensApp)
        values.set("is_unguessable", self["suffix"] == "unguessable")
        let texts = Self.fields.filter(\.isText).sorted { $0.row.lines < $1.row.lines }
        let limits = Self.fields.filter { !$0.isText }
        values.set("inputs", rows: texts.map { input(of: $0, fault) })
        let groups = LinkOption.groups.map { group in
            row(group.name, group.heading, group.help, group.options.map { input(of: $0, fault) })
        }
        values.set(
            "groups",
            rows: groups + [row("limits", "Times and limits", "", limits.map { input(of: $0, fault) })])
    }

    /// A group of inputs, which is open if one of them is filled in or faulty.
    private func row(_ name: String, _ heading: String, _ help: String, _ inputs: [PageValues]) -> PageValues {
        var row = PageValues()
        row["group"] = name
        row["group_heading"] = heading
        row["group_help"] = help
        row.set("group_open", inputs.contains { $0["typed"] != nil || $0.entries["is_faulty"] as? Bool == true })
        row.set("inputs", rows: inputs)
        return row
    }

    private func input(of option: LinkOption, _ fault: String?) -> PageValues {
        var row = input(option.name, option.label, fault)
        row["input_help"] = option.help
        row.set("is_address", option.isAddress)
        row.set("is_area", option.isLong)
        row["rows"] = "2"
        return row
    }

    private func input(of field: LinkField, _ fault: String?) -> PageValues {
        var row = input(field.title, field.row.input ?? field.row.label ?? field.title, fault)
        row["rows"] = "\(field.row.lines)"
        row.set("is_area", field.row.lines > 1)
        switch field.kind {
        case .tags: row["input_help"] = "Separated by commas."
        case .time:
            row.set("is_time", true)
            row.set("has_seconds", self[field.title].utf8.count > 16)
        case .count, .number: row.set("is_number", true)
        case .address: row.set("is_address", true)
        case .password:
            row["input_help"] = "Visitors must enter it before the link leads anywhere."
            row.set("is_password", true)
            row.set("removes", removesPassword)
        case .target, .text, .attributes, .flag, .state: break
        }
        return row
    }

    private func input(_ name: String, _ label: String, _ fault: String?) -> PageValues {
        var row = PageValues()
        row["input"] = name
        row["input_label"] = label
        row["typed"] = self[name]
        row.set("lines", linesOf: self[name])
        row.set("is_faulty", name == fault)
        return row
    }
}

extension LinkField {
    /// Whether it describes the link; the others restrict it.
    fileprivate var isText: Bool {
        switch kind {
        case .text, .tags: true
        default: false
        }
    }
}
