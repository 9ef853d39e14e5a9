/// One keyboard or mouse event, as the terminal reported it.
///
/// Shift is part of the character (`G` is `.character("G")`). A control key has its lower-case letter (`^D` is
/// `.control("d")`). If a terminal sends the same byte for two keys, it is the named one: `^I` is `.tab`, `^M` is
/// `.enter`, `^[` is `.escape`.
public enum Key: Hashable, Sendable {
    /// A printing character, the space included.
    case character(Unicode.Scalar)
    /// Control with a lower-case letter or one of `@ [ \ ] ^ _`.
    case control(Unicode.Scalar)
    /// Alt (sent as Escape first) with a character.
    case alt(Unicode.Scalar)
    /// The up arrow key.
    case up
    /// The down arrow key.
    case down
    /// The left arrow key.
    case left
    /// The right arrow key.
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
    /// The Delete key, which removes the character under the cursor.
    case delete
    /// The Backspace key, which removes the character left of the cursor.
    case backspace
    /// The Tab key.
    case tab
    /// Shift-Tab.
    case backTab
    /// The Return or Enter key.
    case enter
    /// The Escape key alone.
    case escape
    /// A function key, F1 being 1.
    case function(Int)
    /// Two or more keys pressed one after the other with a joint meaning; no terminal reports one.
    case sequence([Key])
    /// Text pasted in one piece (bracketed paste), with its line ends unchanged.
    case paste(String)
    /// A mouse button or the wheel.
    case mouse(Mouse)
    /// The terminal window gained the keyboard focus.
    case focusGained
    /// The terminal window lost the keyboard focus.
    case focusLost
    /// The terminal reported its background colour.
    case background(BackgroundTone)
    /// The terminal answered a question about pictures.
    case graphics(GraphicsAnswer)

    /// A mouse event at a cell of the screen.
    public struct Mouse: Hashable, Sendable {
        /// The kinds of mouse events.
        public enum Action: Hashable, Sendable {
            /// The left button went down.
            case pressed
            /// The left button was released.
            case released
            /// The pointer moved while the left button was down.
            case dragged
            /// The middle button went down.
            case middlePressed
            /// The wheel turned away from the user.
            case wheelUp
            /// The wheel turned towards the user.
            case wheelDown
        }

        /// The kind of the event.
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

    /// The name of the key as help prints it: `j`, `Space`, `^D`, `PgDn`, `S-Tab`, `F1`. Never empty; pastes, mouse and
    /// focus events and background reports, which help never lists, have a word in parentheses.
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
        case .graphics: "(graphics)"
        }
    }

    /// The digit of the key, alone or with Alt; nil if it is not a digit.
    public var number: Int? {
        switch self {
        case .character(let scalar), .alt(let scalar): Int(String(Character(scalar)))
        case .control, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .backspace, .tab, .backTab, .enter, .escape, .function, .sequence, .paste, .mouse, .focusGained,
            .focusLost, .background, .graphics:
            nil
        }
    }

    /// The keys to press: those of a sequence, otherwise this key.
    public var strokes: [Key] {
        if case .sequence(let keys) = self { keys } else { [self] }
    }

    /// Whether the two keys conflict in one keymap: they are equal, or one is the beginning of the other.
    public func isRival(of other: Key) -> Bool { zip(strokes, other.strokes).allSatisfy { $0 == $1 } }

    /// The key with a name as help shows it: `j`, `Space`, `^D`, `M-x`, `PgDn`, `F1`; nil if there is no such key.
    /// Arrows may also be spelled out (`Up`), and `C-` may replace `^`. Names separated by blanks are a sequence.
    public init?(named name: String) {
        if let key = Self.named[name] {
            self = key
            return
        }
        let names = name.split(separator: " ")
        if names.count > 1 {
            let keys = names.compactMap { Key(named: String($0)) }
            guard keys.count == names.count else { return nil }
            self = .sequence(keys)
            return
        }
        let scalars = Array(name.unicodeScalars)
        guard let last = scalars.last, last.value > 0x20, !(0x7F...0xA0).contains(last.value) else {
            return nil
        }
        switch String(String.UnicodeScalarView(scalars.dropLast())) {
        case "": self = .character(last)
        case "^", "C-":
            // Terminals send the byte of Tab, Enter and Esc for `^I`, `^M` and `^[`.
            guard let lower = String(last).lowercased().unicodeScalars.first,
                ("a"..."z").contains(lower) && lower != "i" && lower != "m"
                    || "@\\]^_".unicodeScalars.contains(lower)
            else { return nil }
            self = .control(lower)
        case "M-": self = .alt(last)
        case "F", "F1", "F2":
            guard let number = Int(name.dropFirst()), (1...24).contains(number) else { return nil }
            self = .function(number)
        default: return nil
        }
    }

    private static let named: [String: Key] = {
        let keys: [Key] = [
            .character(" "), .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .backspace, .tab, .backTab, .enter, .escape,
        ]
        var named = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
        named["Up"] = .up
        named["Down"] = .down
        named["Left"] = .left
        named["Right"] = .right
        return named
    }()
}

extension Key: ExpressibleByUnicodeScalarLiteral {
    /// The key of a printing character.
    public init(unicodeScalarLiteral value: Unicode.Scalar) { self = .character(value) }
}

/// Whether the terminal's background is dark or light.
public enum BackgroundTone: String, Sendable {
    /// A background for light text.
    case dark
    /// A background for dark text.
    case light
}

/// What a terminal answered about pictures. Only one that gave all answers shows pixels in place of cells.
public enum GraphicsAnswer: CaseIterable, Sendable {
    /// Its name is that of one that shows pictures in place of cells; others with the protocol show the cells.
    case named
    /// It has kitty's graphics protocol.
    case works
}

/// An event of the terminal.
public enum TerminalEvent: Sendable, Equatable {
    /// A key was pressed, text was pasted, or the mouse was used.
    case keyPressed(Key)
    /// The window was resized to this size.
    case resized(Size)
    /// The user pressed `^Z`, or another process sent SIGTSTP: suspend the program.
    case suspensionRequested
    /// The program continues after a stop and the screen's contents are unknown: repaint it.
    case resumed
    /// The program must end: it received this signal, or the window was closed (SIGHUP). If the terminal is not closed
    /// within two seconds, the signal ends the program.
    case terminated(signal: Int32)
}
