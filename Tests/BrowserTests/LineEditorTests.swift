import Testing

@testable import Browser

struct LineEditorTests {
    @Test func `typing, moving and deleting act at the cursor`() {
        var line = LineEditor("ab/cd")
        line.moveLeft()
        line.insert("X")
        #expect(line.text == "ab/cXd")
        line.deleteBackward()
        line.deleteForward()
        #expect(line.text == "ab/c")
        line.moveToStart()
        line.moveRight()
        line.deleteToEnd()
        #expect(line.text == "a")
        line.moveToEnd()
        line.deleteToStart()
        #expect(line.text == "")
    }

    @Test func `a word ends at blanks and slashes`() {
        var line = LineEditor("http://a.example/news/today/")
        line.deleteWord()
        #expect(line.text == "http://a.example/news/")
        line.deleteWord()
        #expect(line.text == "http://a.example/")
    }

    @Test func `a character of several scalars is one step`() {
        var line = LineEditor("e")
        line.insert("\u{301}")
        #expect(line.before.count == 1)
        line.deleteBackward()
        #expect(line.text == "")
    }

    @Test func `pasted line ends become blanks and control characters are removed`() {
        var line = LineEditor()
        line.insert("a\nb\u{1B}[31m\u{7F}\u{85}")
        #expect(line.text == "a b[31m")
    }

    @Test func `the length of a line is limited`() {
        var line = LineEditor(String(repeating: "x", count: LineEditor.limit + 5))
        line.insert("yyy")
        #expect(line.text.count == LineEditor.limit)
    }

    @Test func `keys at the ends of the line do nothing`() {
        var line = LineEditor()
        line.moveLeft()
        line.moveRight()
        line.deleteBackward()
        line.deleteForward()
        line.deleteWord()
        #expect(line == LineEditor())
    }
}
