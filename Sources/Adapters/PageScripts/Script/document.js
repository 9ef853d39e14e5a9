// A page as its scripts see it: the parts of DOM and HTML that callbacks use (docs/reference/page-scripts.md). Whatever
// else a script of a page could ask a browser for throws an error with its name, which the report has, too.
//
// The program calls the value of this text with two functions, and what that returns once, with a job:
// `program` answers a question; `evaluate` runs a script. The job and the report are described in CallbackRun.swift and ScriptReport.swift.
(function (program, evaluate) {
"use strict"
const host = (call, first, second) => program(call, first, second)
// A text as the program takes it: without lone surrogates and zeros.
const clean = text => String(text).toWellFormed().replaceAll("\0", "\ufffd")
const asked = { parse: 0, stage: 1, address: 2 }
const limits = { tasks: 2000, milliseconds: 60000, list: 50, text: 2000, lines: 50000 }
const inner = Symbol("inner") // the property of a node for what scripts do not see
const { parse, stringify } = JSON
const report = {
    asked: false, called: false, writes: 0, missing: [], misses: [], errors: [], unparsed: [], read: [],
    listed: false, parsed: false, scripts: 0, unrun: [], console: [],
}
const note = (list, value) => {
    if (list.length < limits.list && !list.some(item => stringify(item) === stringify(value))) list.push(value)
}
const cut = text => String(text).slice(0, limits.text)
let phase = "load"
let job, doc, running, clock = 0

function missing(name) {
    note(report.missing, cut(name))
    return new Error(name + " is not available")
}

// MARK: Nodes

class EventTarget {
    addEventListener(type, listener, options) {
        if (/^(transition|animation)|^message$/.test(type)) note(report.missing, type + " events")
        const all = listeners(this)
        if (listener) all.push({ type: String(type), listener, once: !!(options && options.once) })
    }
    removeEventListener(type, listener) {
        const all = listeners(this)
        const index = all.findIndex(item => item.type === type && item.listener === listener)
        if (index >= 0) all.splice(index, 1)
    }
    dispatchEvent(event) {
        event.target = this
        for (let node = this; node; node = event.bubbles ? node.parentNode : null) {
            event.currentTarget = node
            const handler = node["on" + event.type]
            if (typeof handler === "function") guarded(() => handler.call(node, event))
            for (const item of listeners(node).filter(item => item.type === event.type)) {
                if (item.once) node.removeEventListener(item.type, item.listener)
                const { listener } = item
                guarded(() => listener.handleEvent ? listener.handleEvent(event) : listener.call(node, event))
            }
        }
        return !event.defaultPrevented
    }
}
const handlers = new WeakMap()
function listeners(target) {
    if (!handlers.has(target)) handlers.set(target, [])
    return handlers.get(target)
}

class Event {
    constructor(type, options) {
        Object.assign(this, { bubbles: false, defaultPrevented: false, detail: null }, options)
        this.type = String(type)
    }
    preventDefault() { this.defaultPrevented = true }
    stopPropagation() { this.bubbles = false }
}
class CustomEvent extends Event {}

// A list that follows the document, as `compute` finds it.
function live(compute) {
    return new Proxy(new NodeList(), {
        get: (_, key) => Reflect.get(new NodeList(compute()), key),
        has: (_, key) => Reflect.has(new NodeList(compute()), key),
    })
}
class NodeList {
    constructor(nodes = []) {
        for (const [index, node] of nodes.entries()) this[index] = node
        Object.defineProperty(this, "length", { value: nodes.length, configurable: true, writable: true })
    }
    item(index) { return this[index] ?? null }
    namedItem(name) { return this.values().find(node => node.id === name) ?? null }
    values() { return Array.from({ length: this.length }, (_, index) => this[index]) }
    entries() { return this.values().entries() }
    keys() { return this.values().keys() }
    forEach(visit, owner) { this.values().forEach((node, index) => visit.call(owner, node, index, this)) }
    [Symbol.iterator]() { return this.values()[Symbol.iterator]() }
}

const kids = node => node[inner].children

// Takes a node out of its parent.
function take(node) {
    const parent = node.parentNode
    if (!parent) return
    kids(parent).splice(kids(parent).indexOf(node), 1)
    node[inner].parent = null
}

// Puts a node, or what a fragment holds, before another; at the end without one.
function place(parent, node, before) {
    if (!(node instanceof Node)) throw new TypeError("the argument is not a node")
    if (node.contains(parent)) throw new Error("HierarchyRequestError: a node cannot contain itself")
    if (before && before.parentNode !== parent) throw new Error("NotFoundError: the node is not a child")
    if (before === node) before = node.nextSibling
    const nodes = node.nodeType === 11 ? [...kids(node)] : [node]
    for (const each of nodes) {
        take(each)
        const all = kids(parent)
        all.splice(before ? all.indexOf(before) : all.length, 0, each)
        each[inner].parent = parent
    }
    report.writes += phase === "callback" && parent.isConnected ? 1 : 0
    for (const each of nodes) if (each.isConnected) connected(each)
    return node
}

const asNode = value => value instanceof Node ? value : doc.createTextNode(String(value))

class Node extends EventTarget {
    constructor(nodeType, nodeName) {
        super()
        this[inner] = { nodeType, nodeName, parent: null, children: [], data: "", attributes: null }
    }
    get nodeType() { return this[inner].nodeType }
    get nodeName() { return this[inner].nodeName }
    get ownerDocument() { return this === doc ? null : doc }
    get parentNode() { return this[inner].parent }
    get parentElement() { return this.parentNode instanceof Element ? this.parentNode : null }
    get childNodes() { return live(() => kids(this)) }
    get firstChild() { return kids(this)[0] ?? null }
    get lastChild() { return kids(this).at(-1) ?? null }
    get nextSibling() { return sibling(this, 1) }
    get previousSibling() { return sibling(this, -1) }
    get isConnected() { return root(this) === doc }
    get nodeValue() { return this.nodeType === 3 || this.nodeType === 8 ? this[inner].data : null }
    set nodeValue(text) {
        if (this.nodeValue === null) return
        this[inner].data = text === null ? "" : String(text)
        report.writes += phase === "callback" && this.isConnected ? 1 : 0
    }
    get textContent() {
        if (this.nodeType === 3 || this.nodeType === 8) return this.nodeValue
        return this === doc ? null : kids(this).filter(node => node.nodeType !== 8).map(node => node.textContent).join("")
    }
    set textContent(text) {
        if (this.nodeValue !== null) return void (this.nodeValue = text)
        replaceChildren(this, text === null || text === "" ? [] : [doc.createTextNode(text)])
    }
    hasChildNodes() { return kids(this).length > 0 }
    contains(node) {
        while (node && node !== this) node = node.parentNode
        return !!node
    }
    getRootNode() { return root(this) }
    appendChild(node) { return place(this, node, null) }
    insertBefore(node, before) { return place(this, node, before) }
    removeChild(node) {
        if (!node || node.parentNode !== this) throw new Error("NotFoundError: the node is not a child")
        report.writes += phase === "callback" && this.isConnected ? 1 : 0
        take(node)
        return node
    }
    replaceChild(node, old) {
        place(this, node, old)
        return this.removeChild(old)
    }
    cloneNode(deep) {
        const copy = this.nodeType === 1 ? doc.createElement(this.localName) : this.nodeType === 3
            ? doc.createTextNode(this.data) : this.nodeType === 8 ? doc.createComment(this.data) : new DocumentFragment()
        if (this.nodeType === 1) copy[inner].attributes = new Map(this[inner].attributes)
        if (deep) for (const node of kids(this)) place(copy, node.cloneNode(true), null)
        return copy
    }
    normalize() {
        for (const node of [...kids(this)]) {
            const before = node.previousSibling
            if (node.nodeType !== 3) node.normalize()
            else if (before && before.nodeType === 3) (before.data += node.data, take(node))
        }
    }
    isSameNode(node) { return node === this }
    before(...nodes) { for (const node of nodes) place(this.parentNode, asNode(node), this) }
    after(...nodes) {
        const next = this.nextSibling
        for (const node of nodes) place(this.parentNode, asNode(node), next)
    }
    replaceWith(...nodes) {
        this.before(...nodes)
        this.remove()
    }
    remove() { if (this.parentNode) this.parentNode.removeChild(this) }
}
const sibling = (node, step) => {
    const all = node.parentNode ? kids(node.parentNode) : []
    return all[all.indexOf(node) + step] ?? null
}
const root = node => {
    while (node.parentNode) node = node.parentNode
    return node
}
function replaceChildren(parent, nodes) {
    for (const node of [...kids(parent)]) parent.removeChild(node)
    for (const node of nodes) place(parent, node, null)
}
// The nodes below a node, in document order.
function* descendants(node) {
    const waiting = [...kids(node)].reverse()
    while (waiting.length) {
        const next = waiting.pop()
        yield next
        const below = kids(next)
        for (let index = below.length - 1; index >= 0; index--) waiting.push(below[index])
    }
}

class CharacterData extends Node {
    get data() { return this.nodeValue }
    set data(text) { this.nodeValue = text }
    get length() { return this.data.length }
    appendData(text) { this.data += text }
    get nextElementSibling() { return elementBeside(this, "nextSibling") }
    get previousElementSibling() { return elementBeside(this, "previousSibling") }
}
class Text extends CharacterData {}
class Comment extends CharacterData {}

// What documents, elements and fragments have in common.
class ParentNode extends Node {
    get children() { return live(() => elements(kids(this))) }
    get childElementCount() { return this.children.length }
    get firstElementChild() { return this.children[0] ?? null }
    get lastElementChild() { return this.children[this.children.length - 1] ?? null }
    append(...nodes) { for (const node of nodes) place(this, asNode(node), null) }
    prepend(...nodes) {
        const first = this.firstChild
        for (const node of nodes) place(this, asNode(node), first)
    }
    replaceChildren(...nodes) { replaceChildren(this, nodes.map(asNode)) }
    querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null }
    querySelectorAll(selector) {
        const matches = matcher(selector)
        const list = new NodeList(all(this, element => matches(element, this)))
        found(selector, list[0])
        return list
    }
    getElementsByTagName(name) { return live(() => all(this, element => name === "*" || isNamed(element, name))) }
    getElementsByClassName(names) {
        const wanted = words(names)
        return live(() => all(this, element => wanted.every(name => words(element.className).includes(name))))
    }
}
const elements = nodes => [...nodes].filter(node => node.nodeType === 1)
const all = (node, isWanted) => elements(descendants(node)).filter(isWanted)
function first(node, isWanted) {
    for (const each of descendants(node)) if (each.nodeType === 1 && isWanted(each)) return each
}
const isNamed = (element, name) => element.localName === String(name).toLowerCase()
const words = text => String(text).split(/\s+/).filter(word => word)
const elementBeside = (node, side) => {
    do node = node[side]; while (node && node.nodeType !== 1)
    return node
}

// Notes an element that was looked up and is not there.
function found(name, element) {
    if (!element) note(report.misses, { name: cut(name), phase })
    return element ?? null
}

class DocumentFragment extends ParentNode {
    constructor() { super(11, "#document-fragment") }
    getElementById(id) { return first(this, element => element.id === id) ?? null }
}

class Element extends ParentNode {
    constructor(localName) {
        super(1, localName.toUpperCase())
        Object.assign(this[inner], { localName, attributes: new Map() })
        if (localName === "template") Object.defineProperty(this, "content", { value: new DocumentFragment() })
    }
    get tagName() { return this.nodeName }
    get localName() { return this[inner].localName }
    get attributes() {
        return new NodeList([...this[inner].attributes].map(([name, value]) => ({ name, value, nodeValue: value })))
    }
    getAttribute(name) { return this[inner].attributes.get(String(name).toLowerCase()) ?? null }
    setAttribute(name, value) {
        name = String(name).toLowerCase()
        this[inner].attributes.set(name, String(value))
        report.writes += phase === "callback" && this.isConnected ? 1 : 0
        if (name === "src" && this.isConnected) connected(this)
    }
    removeAttribute(name) { this[inner].attributes.delete(String(name).toLowerCase()) }
    hasAttribute(name) { return this[inner].attributes.has(String(name).toLowerCase()) }
    getAttributeNames() { return [...this[inner].attributes.keys()] }
    hasAttributes() { return this[inner].attributes.size > 0 }
    toggleAttribute(name, force = !this.hasAttribute(name)) {
        force ? this.setAttribute(name, "") : this.removeAttribute(name)
        return force
    }
    get innerHTML() { return kids(holder(this)).map(serialized).join("") }
    set innerHTML(html) { replaceChildren(holder(this), fragment(html, this)) }
    get outerHTML() { return serialized(this) }
    set outerHTML(html) { this.replaceWith(...fragment(html, this.parentElement)) }
    get innerText() { return this.textContent }
    set innerText(text) { this.textContent = text }
    get text() { return this.textContent }
    set text(text) { this.textContent = text }
    insertAdjacentHTML(where, html) {
        const isOutside = /^(beforebegin|afterend)$/i.test(where)
        insertAdjacent(this, where, fragment(html, isOutside ? this.parentElement : this))
    }
    insertAdjacentElement(where, element) { insertAdjacent(this, where, [element]) }
    insertAdjacentText(where, text) { insertAdjacent(this, where, [String(text)]) }
    get nextElementSibling() { return elementBeside(this, "nextSibling") }
    get previousElementSibling() { return elementBeside(this, "previousSibling") }
    matches(selector) { return matcher(selector)(this, this) }
    closest(selector) {
        const matches = matcher(selector)
        let element = this
        while (element && !matches(element, this)) element = element.parentElement
        return found(selector, element)
    }
    get classList() { return new TokenList(this) }
    get dataset() {
        const name = key => "data-" + key.replace(/[A-Z]/g, letter => "-" + letter.toLowerCase())
        return new Proxy({}, {
            get: (_, key) => typeof key === "string" ? this.getAttribute(name(key)) ?? undefined : undefined,
            set: (_, key, value) => (this.setAttribute(name(key), value), true),
            has: (_, key) => this.hasAttribute(name(key)),
            deleteProperty: (_, key) => (this.removeAttribute(name(key)), true),
        })
    }
    get style() { return styleOf(this) }
    set style(text) { this.setAttribute("style", text) }
    get href() { return host(asked.address, clean(this.getAttribute("href") ?? ""), job.url) }
    set href(value) { this.setAttribute("href", value) }
    click() { this.dispatchEvent(new Event("click", { bubbles: true })) }
    focus() {}
    blur() {}
    scrollIntoView() {}
}
for (const name of ["id", "title", "lang", "dir", "src", "alt", "name", "type", "rel", "value", "placeholder",
    "target", "charset", "media", "width", "height"]) reflect(name, name, false)
for (const name of ["hidden", "checked", "disabled", "selected", "async", "defer"]) reflect(name, name, true)
reflect("className", "class", false)
reflect("htmlFor", "for", false)
function reflect(property, attribute, isFlag) {
    Object.defineProperty(Element.prototype, property, {
        get() { return isFlag ? this.hasAttribute(attribute) : this.getAttribute(attribute) ?? "" },
        set(value) {
            if (isFlag && !value) this.removeAttribute(attribute)
            else this.setAttribute(attribute, isFlag ? "" : value)
        },
        configurable: true,
    })
}

function insertAdjacent(element, where, nodes) {
    const way = { beforebegin: "before", afterbegin: "prepend", beforeend: "append", afterend: "after" }
    element[way[String(where).toLowerCase()]](...nodes)
}

class TokenList {
    constructor(element) { this[inner] = element }
    get value() { return this[inner].className }
    set value(text) { this[inner].className = text }
    get length() { return words(this.value).length }
    item(index) { return words(this.value)[index] ?? null }
    contains(name) { return words(this.value).includes(name) }
    add(...names) { this.value = [...new Set([...words(this.value), ...names])].join(" ") }
    remove(...names) { this.value = words(this.value).filter(name => !names.includes(name)).join(" ") }
    toggle(name, force = !this.contains(name)) {
        force ? this.add(name) : this.remove(name)
        return force
    }
    replace(name, other) { this.value = words(this.value).map(word => word === name ? other : word).join(" ") }
    forEach(visit) { words(this.value).forEach(visit) }
    [Symbol.iterator]() { return words(this.value)[Symbol.iterator]() }
    toString() { return this.value }
}

// The style attribute, by property.
function styleOf(element) {
    const property = key => key === "cssFloat" ? "float" : key.replace(/[A-Z]/g, letter => "-" + letter.toLowerCase())
    const read = () => new Map(
        (element.getAttribute("style") ?? "").split(";").map(part => part.split(/:(.*)/s).map(text => text.trim()))
            .filter(pair => pair.length > 1))
    const write = (key, value) => {
        const all = read()
        value === "" || value == null ? all.delete(property(key)) : all.set(property(key), String(value))
        element.setAttribute("style", [...all].map(([name, text]) => `${name}: ${text}`).join("; "))
    }
    const methods = {
        setProperty: write, removeProperty: key => write(key, ""), getPropertyValue: key => read().get(property(key)) ?? "",
    }
    return new Proxy({}, {
        get: (_, key) => key === "cssText" ? element.getAttribute("style") ?? ""
            : methods[key] ?? (typeof key === "string" ? read().get(property(key)) ?? "" : undefined),
        set: (_, key, value) => (key === "cssText" ? element.setAttribute("style", value) : write(key, value), true),
    })
}

// MARK: HTML

const voids = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const raw = /^(script|style|xmp|iframe|noembed|noframes|plaintext|noscript)$/
const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;" }

function serialized(node) {
    if (node.nodeType === 8) return `<!--${node.data}-->`
    if (node.nodeType === 3) {
        const isRaw = node.parentNode && raw.test(node.parentNode.localName)
        return isRaw ? node.data : node.data.replace(/[&<>\u00a0]/g, sign => escapes[sign])
    }
    const attributes = [...node[inner].attributes]
        .map(([name, value]) => ` ${name}="${value.replace(/[&"\u00a0]/g, sign => escapes[sign])}"`).join("")
    const start = `<${node.localName}${attributes}>`
    return voids.test(node.localName) ? start : `${start}${node.innerHTML}</${node.localName}>`
}

// Returns the nodes that a text is parsed to within an element.
function fragment(html, context) {
    const parent = new DocumentFragment()
    const text = host(asked.parse, clean(html ?? ""), clean(context ? context.localName : "body"))
    build(parent, parse(text), false).next()
    return [...kids(parent)]
}

// Builds what the parser found: texts, elements with what they hold up to their ends, which are 0, and comments. Yields
// after each script that it runs.
function* build(parent, steps, runsScripts) {
    const open = [parent]
    for (const step of steps) {
        const innermost = open.at(-1)
        if (typeof step === "string") put(innermost, doc.createTextNode(step))
        else if (step === 0) {
            const element = open.pop()
            if (runsScripts && element.localName === "script") yield runScript(element)
        } else if (step.comment !== undefined) put(innermost, doc.createComment(step.comment))
        else {
            const element = new Element(step.name)
            for (const [name, value] of step.attributes) element[inner].attributes.set(name, value)
            Object.assign(element[inner], { line: step.line, isParsed: true })
            put(innermost, element)
            if (runsScripts) entered(element)
            open.push(holder(element))
        }
    }
}
function put(parent, node) {
    kids(parent).push(node)
    node[inner].parent = parent
}

// What holds what is between the tags of an element.
const holder = element => element.localName === "template" ? element.content : element

// MARK: Selectors

const ident = "(?:[\\w\\u0080-\\uffff-]|\\\\.)+"
const simple = new RegExp(
    `(\\*)|(${ident})|#(${ident})|\\.(${ident})|\\[\\s*(${ident})\\s*(?:([~|^$*]?=)\\s*("[^"]*"|'[^']*'|[^\\]\\s]+)\\s*(i?)\\s*)?\\]`
    + `|:(${ident})(?:\\(((?:[^()]|\\([^()]*\\))*)\\))?`, "y")
const plain = text => text.replace(/\\(.)/g, "$1")

const tests = {
    "first-child": element => !element.previousElementSibling,
    "last-child": element => !element.nextElementSibling,
    "only-child": element => !element.previousElementSibling && !element.nextElementSibling,
    "first-of-type": element => position(element, "previousElementSibling", element.localName) === 1,
    "last-of-type": element => position(element, "nextElementSibling", element.localName) === 1,
    "nth-child": (element, argument) => isNth(argument, position(element, "previousElementSibling")),
    "nth-last-child": (element, argument) => isNth(argument, position(element, "nextElementSibling")),
    "nth-of-type": (element, argument) => isNth(argument, position(element, "previousElementSibling", element.localName)),
    empty: element => kids(element).every(node => node.nodeType === 8 || node.data === ""),
    root: element => element === doc.documentElement,
    checked: element => element.checked || element.selected,
    disabled: element => element.disabled,
    enabled: element => !element.disabled,
    not: (element, argument, scope) => !matcher(argument)(element, scope),
    is: (element, argument, scope) => matcher(argument)(element, scope),
    where: (element, argument, scope) => matcher(argument)(element, scope),
    has: (element, argument) => !!first(element, inner => matcher(argument)(inner, element)),
    scope: (element, _, scope) => element === scope || scope === doc && element === doc.documentElement,
}
function position(element, side, name) {
    let count = 0
    for (; element; element = element[side]) if (!name || element.localName === name) count++
    return count
}
function isNth(argument, place) {
    const text = argument.trim().replace(/^odd$/i, "2n+1").replace(/^even$/i, "2n")
    const [, step, offset] = /^(?:([+-]?\d*)n)?\s*([+-]?\s*\d+)?$/i.exec(text) ?? []
    const factor = step === undefined ? 0 : step === "" || step === "+" ? 1 : step === "-" ? -1 : Number(step)
    const rest = place - Number((offset ?? "0").replace(/\s/g, ""))
    return factor === 0 ? rest === 0 : rest / factor >= 0 && rest % factor === 0
}
const comparisons = {
    "=": (value, wanted) => value === wanted,
    "~=": (value, wanted) => words(value).includes(wanted),
    "|=": (value, wanted) => value === wanted || value.startsWith(wanted + "-"),
    "^=": (value, wanted) => wanted !== "" && value.startsWith(wanted),
    "$=": (value, wanted) => wanted !== "" && value.endsWith(wanted),
    "*=": (value, wanted) => wanted !== "" && value.includes(wanted),
}

// Returns a function that tells whether an element, looked up in a scope, matches a list of selectors.
function matcher(list) {
    const selectors = [[]]
    const text = String(list).trim()
    let at = 0
    while (at < text.length) {
        const [gap, sign] = /^\s*([>+~,]?)\s*/.exec(text.slice(at))
        at += gap.length
        if (sign === ",") selectors.push([])
        simple.lastIndex = at
        const [whole, , tag, id, name, attribute, comparison, value, isLoose, pseudo, argument] = simple.exec(text) ?? []
        if (!whole) throw new SyntaxError(`“${text}” is not a valid selector`)
        if (pseudo && !tests[pseudo]) throw missing(`the selector :${pseudo}`)
        at += whole.length
        const steps = selectors.at(-1)
        if (gap || !steps.length) steps.push({ sign: sign === "," ? "" : sign || (steps.length ? " " : ""), tests: [] })
        steps.at(-1).tests.push((element, scope) => {
            if (tag) return isNamed(element, plain(tag))
            if (id) return element.id === plain(id)
            if (name) return words(element.className).includes(plain(name))
            if (pseudo) return tests[pseudo](element, argument ?? "", scope)
            if (!attribute) return true
            const fold = text => isLoose ? text.toLowerCase() : text
            const wanted = (value ?? "").replace(/^(["'])(.*)\1$/s, "$2")
            return element.hasAttribute(attribute)
                && (!comparison || comparisons[comparison](fold(element.getAttribute(attribute)), fold(wanted)))
        })
    }
    return (element, scope) => selectors.some(steps => steps.length && isMatch(element, steps, steps.length - 1, scope))
}
function isMatch(element, steps, last, scope) {
    if (!element || !steps[last].tests.every(test => test(element, scope))) return false
    const { sign } = steps[last]
    if (last === 0) return sign !== ">" || element.parentElement === scope
    const side = sign === " " || sign === ">" ? "parentElement" : "previousElementSibling"
    let other = element[side]
    if (sign === ">" || sign === "+") return isMatch(other, steps, last - 1, scope)
    while (other && !isMatch(other, steps, last - 1, scope)) other = other[side]
    return !!other
}

// MARK: The document

class Document extends ParentNode {
    constructor() { super(9, "#document") }
    get documentElement() { return this.firstElementChild }
    get head() { return childNamed(this.documentElement, "head") }
    get body() { return childNamed(this.documentElement, "body") }
    get title() { return words(first(this, element => isNamed(element, "title"))?.textContent ?? "").join(" ") }
    set title(text) {
        const title = first(this, element => isNamed(element, "title"))
        if (title) title.textContent = text
        else if (this.head) place(this.head, this.createElement("title"), null).textContent = text
    }
    get location() { return pageAddress }
    set location(address) { pageAddress.href = address }
    get defaultView() { return globalThis }
    get URL() { return job.url }
    get documentURI() { return job.url }
    get baseURI() { return job.url }
    get readyState() { return state }
    get currentScript() { return current }
    get scripts() { return this.getElementsByTagName("script") }
    get images() { return this.getElementsByTagName("img") }
    get forms() { return this.getElementsByTagName("form") }
    get links() { return this.querySelectorAll("a[href], area[href]") }
    getElementById(id) { return found("#" + id, first(this, element => element.id === String(id))) }
    getElementsByName(name) { return live(() => all(this, element => element.name === name)) }
    createElement(name) { return new Element(String(name).toLowerCase()) }
    createElementNS(_, name) { return this.createElement(name) }
    createTextNode(text) { return withData(new Text(3, "#text"), text) }
    createComment(text) { return withData(new Comment(8, "#comment"), text) }
    createDocumentFragment() { return new DocumentFragment() }
    createEvent() { return new Event("") }
    importNode(node, deep) { return node.cloneNode(deep) }
    createTreeWalker(root, kinds, filter) { return new TreeWalker(root, kinds, filter) }
    createNodeIterator(root, kinds, filter) {
        const walker = new TreeWalker(root, kinds, filter)
        let isAtRoot = walker.accepts(root)
        return { nextNode: () => isAtRoot ? (isAtRoot = false, root) : walker.nextNode() }
    }
}
Object.assign(Document.prototype, {
    characterSet: "UTF-8", charset: "UTF-8", compatMode: "CSS1Compat", contentType: "text/html", hidden: false,
    visibilityState: "visible", referrer: "",
})
const childNamed = (parent, name) => parent && elements(kids(parent)).find(element => isNamed(element, name)) || null
function withData(node, text) {
    node[inner].data = String(text)
    return node
}

class TreeWalker {
    constructor(root, kinds = -1, filter = null) { Object.assign(this, { root, kinds, filter, currentNode: root }) }
    accepts(node) {
        const { filter } = this
        const decision = filter && (filter.acceptNode ? filter.acceptNode(node) : filter(node))
        return (this.kinds >>> (node.nodeType - 1) & 1) === 1 && (!filter || decision === 1 || decision === true)
    }
    nextNode() { return this.move([...descendants(this.root)], 1) }
    previousNode() { return this.move([this.root, ...descendants(this.root)], -1) }
    move(nodes, step) {
        let index = nodes.indexOf(this.currentNode) + step
        while (nodes[index] && !this.accepts(nodes[index])) index += step
        if (nodes[index]) this.currentNode = nodes[index]
        return nodes[index] ?? null
    }
}

// MARK: Scripts

let current = null, state = "loading", timers = 0
const late = [], tasks = []
const isCode = type => /^$|^module$|(java|ecma)script$/.test(type.trim().toLowerCase())

// Runs what a script of the page does, and notes the error that it ends with.
function guarded(work) {
    try {
        return work()
    } catch (error) {
        const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
        const line = error instanceof Error && /^page/.test(error.sourceURL) ? error.line : null
        note(report.errors, { text: cut(text), line: line ?? null, phase })
    }
}

// Runs a script element once, when it is in the document and has its text.
function runScript(element) {
    const { isDone, line } = element[inner]
    const address = element.getAttribute("src")
    if (isDone || !element.isConnected || !isCode(element.type) || address === null && !element.textContent) return
    element[inner].isDone = true
    if (address === null) return void (element.type === "module" && state === "loading"
        ? late.push(() => perform(element, element.textContent, "page", line))
        : perform(element, element.textContent, "page", line))
    const url = host(asked.address, clean(address), job.url)
    const text = job.scripts[url]
    if (text === undefined) return void note(report.unrun, cut(url))
    const run = () => perform(element, text, url, 1)
    element.defer && state === "loading" ? late.push(run) : run()
}
function perform(element, text, name, line) {
    report.scripts++
    current = element
    guarded(() => evaluate(text, name, line ?? 1))
    current = null
}

// What happens to a node, and to what it holds, that came into the document.
function connected(node) {
    if (node.nodeType !== 1) return
    for (const element of [node, ...elements(descendants(node))]) {
        entered(element)
        if (isNamed(element, "script") && !element[inner].isParsed) runScript(element)
    }
}
function entered(element) {
    const { attributes } = element[inner]
    const id = attributes.get("id")
    if (id && !(id in globalThis)) nameInWindow(id)
    if (element.nodeName === "IFRAME") opened(attributes.get("src") ?? "")
}

// An id is a variable, too, unless a script has one of that name.
function nameInWindow(id) {
    Object.defineProperty(globalThis, id, {
        get: () => first(doc, element => element.id === id),
        set(value) { Object.defineProperty(globalThis, id, { value, writable: true, configurable: true }) },
        configurable: true,
    })
}

// An address of a frame or of the page: apps read requests from those of schemes of their own.
function opened(address) {
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)
    if (!scheme || /^(https?|about|data|blob|javascript)$/i.test(scheme[1])) return false
    if (/getDiffData/i.test(address)) {
        const text = decodeURIComponent(address.replace(/%(?![0-9a-f]{2})/gi, "%25"))
        const [, name] = /(?:callback|cb)\w*["']?\s*[=:]\s*["']?([\w$.]+)/i.exec(text) ?? []
        request(name ?? "getDiffDataCallback")
    }
    return true
}

// Passes the result to the page as soon as its scripts return, as clients do from another thread.
let isRequested = false
function request(name) {
    if (isRequested) return
    isRequested = report.asked = true
    later(() => deliver(name), 0)
}
function deliver(name) {
    const receiver = String(name).split(".").reduce((object, key) => object?.[key], globalThis)
    if (typeof receiver !== "function") return
    host(asked.stage, "callback")
    phase = "callback"
    report.before = text()
    report.called = true
    guarded(() => receiver(job.callback))
}

function later(work, delay, ...values) {
    const number = ++timers
    const code = typeof work === "function" ? () => work(...values) : () => evaluate(String(work), "page", 1)
    tasks.push({ number, time: clock + Math.max(0, Number(delay) || 0), code })
    return number
}
function cancel(number) {
    const index = tasks.findIndex(task => task.number === number)
    if (index >= 0) tasks.splice(index, 1)
}
function repeat(work, delay, ...values) {
    const number = later(() => {
        tasks.push({ number, time: clock + Math.max(10, Number(delay) || 0), code: again })
        work(...values)
    }, delay)
    const again = tasks.at(-1).code
    return number
}

// Runs what is to run later, in order, in a time of its own.
function* runTasks(end) {
    for (let count = 0; tasks.length && count < limits.tasks; count++) {
        const next = tasks.reduce((first, task) => task.time < first.time ? task : first)
        if (next.time > end) break
        cancel(next.number)
        clock = Math.max(clock, next.time)
        yield guarded(next.code)
    }
}

// MARK: The window

const pageAddress = {
    get href() { return job.url },
    set href(address) { if (!opened(String(address))) throw missing("another address for the page") },
    assign(address) { this.href = address },
    replace(address) { this.href = address },
    reload() { throw missing("loading the page again") },
    toString() { return job.url },
}
const written = level => (...values) => note(report.console, cut(`${level}: ${values.map(String).join(" ")}`))
const start = 1767225600000
const now = () => start + clock
const RealDate = Date
const DateInPage = new Proxy(RealDate, {
    construct: (target, values, made) => Reflect.construct(target, values.length ? values : [now()], made),
    apply: target => new target(now()).toString(),
    get: (target, key) => key === "now" ? now : target[key],
})
let chance = 1
const agents = {
    android: "Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 "
        + "Mobile Safari/537.36",
    ios: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
}

function makeWindow() {
    const address = /^([^:]+:)\/\/(([^/:?#]+)(?::(\d+))?)([^?#]*)(\?[^#]*)?(#.*)?$/.exec(job.url) ?? []
    const [, protocol = "", host_ = "", hostname = "", port = "", pathname = "", search = "", hash = ""] = address
    Object.assign(pageAddress, { protocol, host: host_, hostname, port, pathname, search, hash, origin: `${protocol}//${host_}` })
    Object.assign(globalThis, {
        window: globalThis, self: globalThis, top: globalThis, parent: globalThis, frames: globalThis, document: doc,
        setTimeout: later, clearTimeout: cancel, setInterval: repeat, clearInterval: cancel,
        requestAnimationFrame: work => later(() => work(clock), 16), cancelAnimationFrame: cancel,
        requestIdleCallback: work => later(work, 1), queueMicrotask: work => void Promise.resolve().then(() => guarded(work)),
        navigator: {
            userAgent: agents[job.client], language: "en", languages: ["en"], onLine: true,
            platform: job.client === "ios" ? "iPhone" : "Linux armv8l",
        },
        performance: { now: () => clock, mark() {}, measure() {}, timing: { navigationStart: start, fetchStart: start } },
        console: Object.fromEntries(
            ["log", "info", "warn", "error", "debug"].map(level => [level, written(level)])),
        alert: written("alert"), scrollTo() {}, scroll() {}, scrollBy() {}, innerWidth: 360, innerHeight: 640,
        devicePixelRatio: 2, screen: { width: 360, height: 640 }, Date: DateInPage,
        Node, Element, HTMLElement: Element, Document, HTMLDocument: Document, DocumentFragment, Text, Comment, NodeList,
        HTMLCollection: NodeList, Event, CustomEvent, EventTarget,
        NodeFilter: {
            SHOW_ALL: -1, SHOW_ELEMENT: 1, SHOW_TEXT: 4, SHOW_COMMENT: 128, FILTER_ACCEPT: 1, FILTER_REJECT: 2, FILTER_SKIP: 3,
        },
        sonic: {
            getDiffData: () => request("getDiffDataCallback"), getDiffData2: request,
            getPerformance: () => stringify({ clickTime: start, loadUrlTime: start }),
        },
    })
    const kinds = { ELEMENT_NODE: 1, TEXT_NODE: 3, COMMENT_NODE: 8, DOCUMENT_NODE: 9, DOCUMENT_FRAGMENT_NODE: 11 }
    for (const target of [Node, Node.prototype]) Object.assign(target, kinds)
    for (const name of Object.getOwnPropertyNames(EventTarget.prototype).slice(1)) {
        globalThis[name] = EventTarget.prototype[name]
    }
    Object.defineProperty(globalThis, "location", { get: () => pageAddress, set: value => { pageAddress.href = value } })
    Math.random = () => (chance = chance * 16807 % 2147483647) / 2147483647
    JSON.parse = parseNoted
    refuse(globalThis, absent.window)
    refuse(Document.prototype, absent.document)
    refuse(Element.prototype, absent.element)
}

// What browsers have and this document has not.
const absent = {
    window: "fetch XMLHttpRequest WebSocket EventSource localStorage sessionStorage indexedDB caches Image Audio Option "
        + "MutationObserver IntersectionObserver ResizeObserver PerformanceObserver Worker SharedWorker MessageChannel "
        + "BroadcastChannel URL URLSearchParams TextEncoder TextDecoder FormData Blob File FileReader Headers Request "
        + "Response AbortController DOMParser XMLSerializer XPathEvaluator Range Selection CSS CSSStyleSheet "
        + "customElements crypto matchMedia getSelection getComputedStyle history postMessage open close print confirm "
        + "prompt atob btoa structuredClone speechSynthesis visualViewport external scrollX scrollY pageXOffset "
        + "pageYOffset ShadowRoot HTMLCanvasElement HTMLTemplateElement SVGElement webkit WebKitMutationObserver",
    document: "write writeln open close cookie domain execCommand evaluate createRange createAttribute elementFromPoint "
        + "adoptNode fonts styleSheets adoptedStyleSheets implementation getSelection startViewTransition all "
        + "activeElement exitFullscreen createNSResolver anchors",
    element: "getContext toDataURL getBoundingClientRect getClientRects offsetWidth offsetHeight offsetTop offsetLeft "
        + "offsetParent clientWidth clientHeight scrollTop scrollLeft scrollWidth scrollHeight attachShadow shadowRoot "
        + "animate getAnimations setHTML setHTMLUnsafe getHTML contentWindow contentDocument play pause submit reset "
        + "requestFullscreen showModal showPopover getElementsByTagNameNS setAttributeNS getAttributeNS getAttributeNode "
        + "createShadowRoot sheet files options elements selectedIndex rows cells insertRow deleteRow insertCell "
        + "compareDocumentPosition isEqualNode outerText contentEditable assignedSlot slot",
}
function refuse(target, names) {
    for (const name of names.split(" ")) {
        Object.defineProperty(target, name, {
            get() { throw missing(target === globalThis ? name : `${target === Document.prototype ? "document" : "element"}.${name}`) },
            set(value) { Object.defineProperty(this, name, { value, writable: true, configurable: true }) },
            configurable: true,
        })
    }
}

// MARK: What the callback reads

// JSON.parse, which follows what is read of the changed blocks.
function parseNoted(source, revive) {
    let value
    try {
        value = parse(source, revive)
    } catch (error) {
        if (phase === "callback") note(report.unparsed, { text: cut(source).slice(0, 60), error: cut(error.message) })
        throw error
    }
    if (phase !== "callback" || source !== job.result || value === null || typeof value !== "object") return value
    report.parsed = true
    const read = key => { if (typeof key === "string" && Object.hasOwn(value, key)) note(report.read, key) }
    return new Proxy(value, {
        get: (target, key) => (read(key), target[key]),
        ownKeys: target => (report.listed = true, Reflect.ownKeys(target)),
    })
}

// MARK: What is shown

const inline = /^(a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|input|ins|kbd|label|mark|q|s|samp|select|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/
const unseen = /^(script|style|template|noscript|head|title|iframe|object|audio|video|datalist)$/

// The title and the lines of the text, each in pieces with the block that they are from, and the id around it.
function text() {
    const lines = [[{ text: doc.title, block: "title", id: null }]]
    let line = [], block = null, id = null
    const add = piece => { if (piece) line.push({ text: piece, block, id }) }
    const end = () => {
        if (line.some(piece => piece.text.trim()) && lines.length < limits.lines) lines.push(line)
        line = []
    }
    const visit = node => {
        if (node.nodeType === 3) return add(node.data)
        if (node.nodeType === 8) {
            const [, name, isEnd] = /^sonicdiff-?(.*?)(-end)?$/s.exec(node.data) ?? []
            if (name !== undefined) block = isEnd ? null : name
            return
        }
        const { localName } = node
        if (unseen.test(localName) || node.hidden || /(^|;)\s*display\s*:\s*none/i.test(node.getAttribute("style") ?? "")) return
        const outer = id
        id = node.id || outer
        if (!inline.test(localName)) end()
        if (localName === "img") add(` [image ${node.alt} ${node.src}] `)
        if (localName === "input" && node.type !== "hidden") add(` [field ${node.value}] `)
        for (const child of kids(node)) visit(child)
        if (localName === "a" && node.hasAttribute("href")) add(` [link ${node.getAttribute("href")}] `)
        if (!inline.test(localName)) end()
        id = outer
    }
    if (doc.body) visit(doc.body)
    end()
    return lines
}

// MARK: The job

// Yields between tasks, where the engine runs what promises wait for.
function* run() {
    makeWindow()
    yield* build(doc, parse(host(asked.parse, clean(job.html))), true)
    state = "interactive"
    for (const script of late) yield script()
    yield dispatch(doc, "readystatechange")
    yield dispatch(doc, "DOMContentLoaded")
    yield dispatch(globalThis, "DOMContentLoaded")
    state = "complete"
    yield dispatch(doc, "readystatechange")
    const code = doc.body && doc.body.getAttribute("onload")
    if (code) globalThis.onload = globalThis.onload ?? (() => evaluate(code, "page", 1))
    yield dispatch(globalThis, "load")
    yield dispatch(globalThis, "pageshow")
    yield* runTasks(clock + 1000)
    // A client may pass the result unasked, too.
    if (!report.called) yield deliver("getDiffDataCallback")
    yield* runTasks(clock + limits.milliseconds)
    report.before = report.before ?? text()
    report.after = text()
    report.early = report.misses.filter(miss => miss.phase === "load" && /^#/.test(miss.name)
        && first(doc, element => element.id === miss.name.slice(1))).map(miss => miss.name)
    return stringify(report)
}
const dispatch = (target, type) => target.dispatchEvent(new Event(type))

// Begins a job, goes on with it when called without one, and returns its report in the end.
return function (source) {
    if (source !== undefined) {
        job = parse(source)
        doc = new Document()
        running = run()
    }
    const { value, done } = running.next()
    return done ? value : undefined
}
})
