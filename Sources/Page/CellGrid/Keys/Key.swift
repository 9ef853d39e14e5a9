/// One thing a person did at the keyboard or with the mouse, as the terminal reported it.
///
/// Shift is part of the character (`G` is `.character("G")`). A control key carries its lower-case letter
/// (`^D` is `.control("d")`); where a terminal sends the same byte for two keys the named one is meant:
/// `^I` is `.tab`, `^M` is `.enter`, `^[` is `.escape`.
public enum Key: Hashable, Sendable {
    /// A printing character, the space included.
    case character(Unicode.Scalar)
    /// Control with this lower-case letter or one of `@ [ \ ] ^ _`.
    case control(Unicode.Scalar)
    /// Alt (Escape first) with this character.
    case alt(Unicode.Scalar)
    /// An arrow key.
    case up
    /// An arrow key.
    case down
    /// An arrow key.
    case left
    /// An arrow key.
    case right
    /// The Home key.
    case home
    /// The End key.
    case end
    /// The Page Up key.
    case pageUp
    /// The Page Down key.
    case pageDown
    /// The Insert key.
    case insert
    /// The Delete key, which removes what is under the cursor.
    case delete
    /// The Backspace key, which removes what is left of the cursor.
    case backspace
    /// The Tab key.
    case tab
    /// Shift with Tab.
    case backTab
    /// The Return or Enter key.
    case enter
    /// The Escape key alone.
    case escape
    /// A function key, F1 being 1.
    case function(Int)
    /// Keys pressed one after the other that mean something together, at least two; no terminal reports one.
    case sequence([Key])
    /// Text pasted in one piece (bracketed paste), line ends as they came.
    case paste(String)
    /// A mouse button or the wheel.
    case mouse(Mouse)
    /// The terminal window gained the keyboard focus.
    case focusGained
    /// The terminal window lost the keyboard focus.
    case focusLost
    /// The terminal reported what kind of background it writes on.
    case background(BackgroundTone)

    /// A mouse event at a cell of the screen.
    public struct Mouse: Hashable, Sendable {
        /// What the mouse did.
        public enum Action: Hashable, Sendable {
            /// The left button went down.
            case pressed
            /// The left button was let go.
            case released
            /// The pointer moved while the left button was down.
            case dragged
            /// The middle button went down.
            case middlePressed
            /// The wheel turned away from the person.
            case wheelUp
            /// The wheel turned towards the person.
            case wheelDown
        }

        /// What the mouse did.
        public var action: Action
        /// The cell's row, 0 at the top.
        public var row: Int
        /// The cell's column, 0 at the left.
        public var column: Int

        /// A mouse event at the given cell.
        public init(_ action: Action, row: Int, column: Int) {
            self.action = action
            self.row = row
            self.column = column
        }
    }
}

extension Key {
    /// The key as help prints it: `j`, `Space`, `^D`, `PgDn`, `S-Tab`, `F1`. Never empty; pastes, mouse, focus
    /// events and what the terminal tells of itself give a word in brackets, since no help lists them.
    public var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let scalar): String(Character(scalar))
        case .control(let scalar): "^" + String(Character(scalar)).uppercased()
        case .alt(let scalar): "M-" + String(Character(scalar))
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .insert: "Ins"
        case .delete: "Del"
        case .backspace: "Backspace"
        case .tab: "Tab"
        case .backTab: "S-Tab"
        case .enter: "Enter"
        case .escape: "Esc"
        case .function(let number): "F\(number)"
        case .sequence(let keys): keys.map(\.name).joined(separator: " ")
        case .paste: "(paste)"
        case .mouse: "(mouse)"
        case .focusGained, .focusLost: "(focus)"
        case .background: "(background)"
        }
    }
}

extension Key {
    /// The digit that it carries; nil for none.
    public var number: Int? {
        switch self {
        case .character(let scalar), .alt(let scalar): Int(String(Character(scalar)))
        case .control, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .backspace, .tab, .backTab, .enter, .escape, .function, .sequence, .paste, .mouse, .focusGained,
            .focusLost, .background:
            nil
        }
    }
}

extension Key {
    /// The keys that are pressed for it: those of a sequence, else itself.
    public var strokes: [Key] {
        if case .sequence(let keys) = self { keys } else { [self] }
    }

    /// Whether both cannot have a meaning in one place: they are the same, or one is the beginning of the other.
    public func isRival(of other: Key) -> Bool {
        zip(strokes, other.strokes).allSatisfy { $0 == $1 }
    }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
    /// The key of a printing character.
    public init(unicodeScalarLiteral value: Unicode.Scalar) { self = .character(value) }
}
