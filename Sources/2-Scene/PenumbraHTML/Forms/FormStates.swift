import PenumbraCSS
import PenumbraScene

/// The states of form controls in a page that nobody has used yet: the HTML standard, section "Pseudo-classes".
///
/// The nodes are looked at in the order of the document, a fixed number of times each.
struct FormStates {
    /// The elements around a node that have an effect on its states. -1 stands for none.
    struct Surroundings {
        /// Whether the node lies in a disabled fieldset, outside its legend.
        var isDisabled = false
        var isEditable = false
        var isInDataList = false
        var form = -1
        var fieldset = -1
        var select = -1
    }

    /// The radio buttons of which only one can be on.
    struct RadioGroup: Hashable {
        var form: Int
        var name: String
    }

    let tree: HTMLTree
    /// The states by the nodes of elements. Elements without states are missing.
    private(set) var states: [Int: CSSElementStates] = [:]
    private var surroundings: [Surroundings]
    /// The nodes of elements that users fill in or press, in the order of the document.
    private var controls: [Int] = []
    /// The options of each list of choices.
    private(set) var options: [Int: [Int]] = [:]
    /// The button of each group that is on, and the groups that must have one.
    private(set) var chosen: [RadioGroup: Int] = [:]
    private(set) var requiredGroups: Set<RadioGroup> = []
    /// The first legend of each disabled fieldset.
    private var legends: [Int: Int] = [:]
    /// The nodes of forms, by their identifiers.
    private var forms: [String: Int] = [:]

    init(_ tree: HTMLTree) {
        self.tree = tree
        surroundings = [Surroundings](repeating: Surroundings(), count: tree.nodes.count)
        for index in tree.nodes.indices { enter(index) }
        for control in controls { group(control) }
        for control in controls { describe(control) }
        for list in options.values { for option in shown(list) { add(.checked, to: option) } }
        validate()
    }

    private mutating func add(_ state: CSSElementStates, to index: Int) { states[index, default: []].insert(state) }

    // MARK: - Surroundings

    private static let containers: Set = ["form", "fieldset"]
    private static let controlNames: Set = ["button", "input", "select", "textarea"]

    private mutating func enter(_ index: Int) {
        guard let element = tree.nodes[index].element else { return }
        let own = around(index, element)
        surroundings[index] = own
        guard element.isHTML else { return }
        if own.isEditable { add(.readWrite, to: index) }
        if Self.isCustom(element.name) { add(.undefined, to: index) }
        let isDisabled = element["disabled"] != nil
        switch element.name {
        case "form": if let id = element["id"], forms[id] == nil { forms[id] = index }
        case "fieldset":
            add(isDisabled || own.isDisabled ? .disabled : .enabled, to: index)
            if isDisabled { legends[index] = tree.nodes[index].children.first { tree.nodes[$0].element?.name == "legend" } }
        case "optgroup": add(isDisabled ? .disabled : .enabled, to: index)
        case "option": enterOption(index, element, own)
        case "progress": if element["value"] == nil { add(.indeterminate, to: index) }
        default:
            guard Self.controlNames.contains(element.name) else { return }
            add(isDisabled || own.isDisabled ? .disabled : .enabled, to: index)
            controls.append(index)
        }
    }

    private func around(_ index: Int, _ element: HTMLElement) -> Surroundings {
        let parent = tree.nodes[index].parent
        var result = parent >= 0 ? surroundings[parent] : Surroundings()
        if parent >= 0, let around = tree.nodes[parent].element, around.isHTML {
            switch around.name {
            case "form": result.form = parent
            case "fieldset":
                result.fieldset = parent
                if around["disabled"] != nil, legends[parent] != index { result.isDisabled = true }
            case "datalist": result.isInDataList = true
            case "select": result.select = parent
            default: break
            }
        }
        switch element["contenteditable"]?.asciiLowercased {
        case "", "true", "plaintext-only": result.isEditable = true
        case "false": result.isEditable = false
        default: break
        }
        return result
    }

    /// Names with a hyphen that aren't those of custom elements: HTML, section 4.13.3.
    private static let knownNames: Set = [
        "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format", "font-face-name",
        "missing-glyph",
    ]

    private static func isCustom(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: "-")) && !knownNames.contains(name)
    }

    // MARK: - Options and radio buttons

    private mutating func enterOption(_ index: Int, _ element: HTMLElement, _ own: Surroundings) {
        add(isOff(index) || has(.disabled, own.select) ? .disabled : .enabled, to: index)
        if element["selected"] != nil { add(.standard, to: index) }
        if own.select >= 0 {
            options[own.select, default: []].append(index)
        } else if element["selected"] != nil {
            add(.checked, to: index)
        }
    }

    func has(_ state: CSSElementStates, _ index: Int) -> Bool { states[index]?.contains(state) == true }

    /// The options of one list that are chosen.
    private func shown(_ options: [Int]) -> [Int] {
        guard let select = options.first.map({ surroundings[$0].select }), let list = tree.nodes[select].element else {
            return []
        }
        let selected = options.filter { tree.nodes[$0].element?["selected"] != nil }
        if list["multiple"] != nil { return selected }
        if let last = selected.last { return [last] }
        return FormControl.isListBox(list) ? [] : options.first { !isOff($0) }.map { [$0] } ?? []
    }

    /// Whether an option is disabled by itself or by its group. A disabled list still shows its first option.
    private func isOff(_ option: Int) -> Bool {
        if tree.nodes[option].element?["disabled"] != nil { return true }
        let parent = tree.nodes[option].parent
        return parent >= 0 && tree.nodes[parent].element?.name == "optgroup" && has(.disabled, parent)
    }

    /// The node of the form that a control belongs to, or -1.
    private func form(of control: Int) -> Int {
        guard let id = tree.nodes[control].element?["form"] else { return surroundings[control].form }
        return forms[id] ?? -1
    }

    /// The group of a radio button. Nil for other elements, and for buttons on their own.
    func radioGroup(_ index: Int, _ element: HTMLElement) -> RadioGroup? {
        guard element.name == "input", let name = element["name"], !name.isEmpty, FormInput.kind(element) == "radio" else {
            return nil
        }
        return RadioGroup(form: form(of: index), name: name)
    }

    private mutating func group(_ control: Int) {
        guard let element = tree.nodes[control].element, let group = radioGroup(control, element) else { return }
        if element["checked"] != nil { chosen[group] = control }
        if element["required"] != nil { requiredGroups.insert(group) }
    }

    // MARK: - Controls

    private mutating func describe(_ index: Int) {
        guard let element = tree.nodes[index].element else { return }
        let isDisabled = has(.disabled, index)
        switch element.name {
        case "input":
            let input = FormInput(element)
            add(input.isRequired ? .required : .optional, to: index)
            setEditable(input.isEditable && element["readonly"] == nil && !isDisabled, index)
            if input.takesPlaceholder, element["placeholder"] != nil, input.value.isEmpty { add(.placeholderShown, to: index) }
            describeToggle(index, element, input.kind)
        case "textarea":
            add(element["required"] != nil ? .required : .optional, to: index)
            setEditable(element["readonly"] == nil && !isDisabled, index)
            if element["placeholder"] != nil, tree.text(of: index).isEmpty { add(.placeholderShown, to: index) }
        case "select": add(element["required"] != nil ? .required : .optional, to: index)
        case "button": add(.optional, to: index)
        default: break
        }
    }

    /// Whether readers can edit a control doesn't depend on elements around it.
    private mutating func setEditable(_ isEditable: Bool, _ index: Int) {
        if isEditable { add(.readWrite, to: index) } else { states[index]?.remove(.readWrite) }
    }

    private mutating func describeToggle(_ index: Int, _ element: HTMLElement, _ kind: String) {
        guard kind == "checkbox" || kind == "radio" else { return }
        let isOn = element["checked"] != nil
        if isOn { add(.standard, to: index) }
        guard let group = radioGroup(index, element) else {
            if isOn { add(.checked, to: index) } else if kind == "radio" { add(.indeterminate, to: index) }
            return
        }
        if chosen[group] == index { add(.checked, to: index) }
        if chosen[group] == nil { add(.indeterminate, to: index) }
    }

    // MARK: - Validity

    /// Finds the controls with wrong values, and the forms and fieldsets that they make invalid.
    private mutating func validate() {
        var (wrong, withButton): (Set<Int>, Set<Int>) = ([], [])
        for control in controls {
            guard let element = tree.nodes[control].element else { continue }
            let owner = form(of: control)
            if owner >= 0, Self.submits(element), withButton.insert(owner).inserted { add(.standard, to: control) }
            guard isValidated(control, element) else { continue }
            if element.name == "input", let isInside = FormInput(element).isInRange {
                add(isInside ? .inRange : .outOfRange, to: control)
            }
            let fits = isValid(control, element)
            add(fits ? .valid : .invalid, to: control)
            guard !fits else { continue }
            wrong.insert(owner)
            var fieldset = surroundings[control].fieldset
            while fieldset >= 0, wrong.insert(fieldset).inserted { fieldset = surroundings[fieldset].fieldset }
        }
        for index in tree.nodes.indices {
            guard let element = tree.nodes[index].element, element.isHTML, Self.containers.contains(element.name) else {
                continue
            }
            add(wrong.contains(index) ? .invalid : .valid, to: index)
        }
    }

    private static func submits(_ element: HTMLElement) -> Bool {
        switch element.name {
        case "button": !["button", "reset"].contains(element["type"]?.asciiLowercased ?? "")
        case "input": ["submit", "image"].contains(FormInput.kind(element))
        default: false
        }
    }

    /// Whether the value of a control is checked when its form is sent.
    private func isValidated(_ index: Int, _ element: HTMLElement) -> Bool {
        guard !has(.disabled, index), !surroundings[index].isInDataList else { return false }
        switch element.name {
        case "button": return Self.submits(element)
        case "input": return element["readonly"] == nil && !FormInput.unchecked.contains(FormInput.kind(element))
        case "textarea": return element["readonly"] == nil
        default: return true
        }
    }

    private func isValid(_ index: Int, _ element: HTMLElement) -> Bool {
        switch element.name {
        case "textarea": return element["required"] == nil || !tree.text(of: index).isEmpty
        case "select": return element["required"] == nil || hasChoice(index, element)
        case "input":
            if let group = radioGroup(index, element) { return chosen[group] != nil || !requiredGroups.contains(group) }
            return FormInput(element).isValid
        default: return true
        }
    }

    /// Whether something is chosen in a list, other than an empty first option that stands for a label.
    private func hasChoice(_ index: Int, _ element: HTMLElement) -> Bool {
        let all = options[index] ?? []
        let chosen = all.filter { has(.checked, $0) }
        guard let only = chosen.first, chosen.count == 1, only == all.first, element["multiple"] == nil,
            !FormControl.isListBox(element), tree.nodes[only].parent == index
        else { return !chosen.isEmpty }
        return !(tree.nodes[only].element?["value"] ?? tree.text(of: only).trimmingSpaces).isEmpty
    }
}
