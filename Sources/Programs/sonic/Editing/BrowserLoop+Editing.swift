import Browser

// Texts in the reader's editor, while sessions go on.
extension BrowserLoop {
    /// Lends the terminal to an editor until that ends.
    func edit(_ order: EditOrder) {
        let refusal: EditRefusal
        if editing != nil || viewing != nil {
            refusal = .notStarted("another program has the terminal")
        } else if let editor = TextEditor(world.environment) {
            terminal.lend()
            do throws(EditFolder.Failure) {
                let running = try editor.start(order)
                editing = running
                run { [self] in
                    let edit = await running.edit.value
                    editing = nil
                    terminal.takeBack()
                    receive(.terminal(.resized(terminal.size)))
                    receive(.found(.programs(.edited(edit, for: order.purpose))))
                }
                return
            } catch {
                terminal.takeBack()
                refusal = .notStarted(error.reason)
            }
        } else {
            refusal = .noEditor
        }
        receive(.found(.programs(.edited(.refused(refusal), for: order.purpose))))
    }

    /// Ends the editor that has the terminal, if one has.
    func stopEditing() async {
        editing?.stop()
        // What comes of it does not matter, but that its file is removed does.
        _ = await editing?.edit.value
    }
}
