import { CHANNEL } from "./channel.ts";

/**
 * Runs the tests. Each function under test is a stand-in here that asks for its answer; the program itself is in
 * another sandbox. The verdict is one word and a message: `passed`, `failed` (an assertion), `raised` (anything else
 * that a test raised), `answered` (an exception of the program that no test caught), `garbled` (an answer that is no
 * value), `untestable` (the tests hand over what is no plain data), `tests` (they are broken, not the program: they do not
 * compile, raise before the first call, or use a name or a module that is not there).
 */
export const DRIVER = String.raw`${CHANNEL}
import builtins

calls = 0
raised = None

def verdict(word, message=""):
    send(b"V", (word + "\n" + message).encode("utf8", "replace"))
    posix._exit(0)

def raise_as(body):
    global raised
    name, _, message = body.decode("utf8", "replace").partition("\n")
    kind = getattr(builtins, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind = Exception
    elif issubclass(kind, (StopIteration, StopAsyncIteration)):
        # In a test's own loop, as over map(f, rows), it would end the rows and not the test (as PEP 479 has it).
        kind = RuntimeError
    raised = with_message(kind, message)
    raise raised

def with_message(kind, message):
    error = bare(kind, message)
    if text_of(error) == message:
        return error
    # Kinds that make their text of other parts, such as KeyError, would not say what the program's said.
    return bare(type(kind.__name__, (kind,), {"__str__": lambda error: message}), message)

def bare(kind, message):
    try:
        # Not called: some kinds insist on arguments of their own, and groups do so even here.
        error = kind.__new__(kind)
    except TypeError:
        error = Exception()
    error.args = (message,)
    return error

def stand_in(name):
    def ask(*args, **kwargs):
        global calls
        try:
            question = pack((name, args, kwargs))
        except Unsupported as error:
            verdict("untestable", "an argument is a " + text_of(error))
        send(b"C", question)
        kind, body = receive()
        calls += 1
        if kind == b"X":
            raise_as(body)
        try:
            return marshal.loads(body)
        except BaseException as error:
            verdict("garbled", text_of(error))
    ask.__name__ = ask.__qualname__ = name
    return ask

def line_of(error, source):
    place = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "tests.py":
            place = trace.tb_lineno
        trace = trace.tb_next
    lines = source.split("\n")
    if place is None or not 0 < place <= len(lines):
        return ""
    return "line " + str(place) + ": " + lines[place - 1].strip()[:200]

def is_test(name):
    return name == "check" or name.startswith("test_")

ran = set()

def compiled(tests):
    named = [line[4:].partition("(")[0].strip() for line in tests.split("\n") if line.startswith(("def check", "def test_"))]
    if len(named) < 20 and all(tests.count(name) == 1 for name in named):
        # Nothing in the text can call what it names only once; what follows would cost every item.
        return compile(tests, "tests.py", "exec")
    import _ast
    tree = compile(tests, "tests.py", "exec", _ast.PyCF_ONLY_AST)
    for node in tree.body:
        if type(node) is _ast.FunctionDef and is_test(node.name):
            first = node.body[0]
            at = {"lineno": first.lineno, "col_offset": 0, "end_lineno": first.lineno, "end_col_offset": 0}
            note = _ast.Name("__ran__", _ast.Load(), **at)
            note = _ast.Call(note, [_ast.Constant(node.name, **at)], [], **at)
            node.body.insert(0, _ast.Expr(note, **at))
    return compile(tree, "tests.py", "exec")

def call(name, test, *args):
    code = getattr(test, "__code__", None)
    if code is not None:
        needed = code.co_argcount - len(test.__defaults__ or ()) - (getattr(test, "__self__", None) is not None)
        if needed > len(args) or code.co_flags & 0x2A0:
            # A coroutine or a generator would not have run by being called.
            verdict("tests", name + " cannot be called: it takes other arguments, is asynchronous or a generator")
    test(*args)

def run(code, names, scope):
    scope["__ran__"] = ran.add
    asked = [scope[name] for name in names]
    exec(code, scope)
    # What the text only defines is called here, as HumanEval and pytest have it.
    for name in [name for name in scope if is_test(name) and name not in ran]:
        if callable(scope[name]) and scope[name] not in asked:
            call(name, scope[name], *([asked[0]] if name == "check" else []))
    unittest = sys.modules.get("unittest")
    for kind in list(scope.values()):
        if not isinstance(kind, type) or kind.__module__ != scope["__name__"]:
            continue
        if unittest is not None and issubclass(kind, unittest.TestCase):
            # A runner prints failures and raises nothing, so the cases are run here, whether or not one ran them.
            unittest.defaultTestLoader.loadTestsFromTestCase(kind).debug()
        elif kind.__name__.startswith("Test") and "__init__" not in kind.__dict__:
            for name in [name for name in dir(kind) if name.startswith("test")]:
                case = kind()
                if callable(getattr(case, "setup_method", None)):
                    call(name, case.setup_method)
                if callable(getattr(case, name)):
                    call(name, getattr(case, name))

def is_fault_of_tests(error, tests):
    # What these are about stands in the text of the tests, whatever the program answered.
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if error is raised or trace is None or trace.tb_frame.f_code.co_filename != "tests.py":
        return False
    if isinstance(error, ImportError):
        return True
    if type(error) is not NameError:
        return False
    # A loop over an empty answer leaves a name unbound that the tests do bind.
    return not binds(tests, error.name)

def binds(tests, name):
    import _ast
    waiting = [compile(tests, "tests.py", "exec", _ast.PyCF_ONLY_AST)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, _ast.AST):
            if isinstance(node, _ast.Name):
                if node.id == name and not isinstance(node.ctx, _ast.Load):
                    return True
            elif name in (getattr(node, "name", None), getattr(node, "asname", None)):
                return True
            waiting += [getattr(node, field, None) for field in node._fields]
    return False

# By these a test may reach a name that it does not write.
REACHING = {"exec", "eval", "compile", "globals", "locals", "vars", "dir", "modules", "import_module", "__import__", "__dict__", "__globals__", "f_globals", "doctest", "inspect"}

def names_in(code):
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, type(code)):
            found |= names_in(constant)
    return found

def bound_by(setup):
    # None where it does more than to import and define.
    import _ast
    bound = set()
    for node in compile(setup, "setup.py", "exec", _ast.PyCF_ONLY_AST).body:
        kind = type(node)
        if kind is _ast.Import or kind is _ast.ImportFrom:
            bound |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif kind is _ast.FunctionDef:
            defaults = node.args.defaults + [value for value in node.args.kw_defaults if value is not None]
            if node.decorator_list or any(type(value) is not _ast.Constant for value in defaults):
                return None
            bound.add(node.name)
        elif kind is _ast.Assign and type(node.value) is _ast.Constant:
            if any(type(target) is not _ast.Name for target in node.targets):
                return None
            bound |= {target.id for target in node.targets}
        elif kind is not _ast.Expr or type(node.value) is not _ast.Constant:
            return None
    return bound

def bears_on(setup, code, names):
    # Most setups only bring what the program needs, and importing typing takes longer than Python's own start.
    if not setup.strip():
        return False
    bound = bound_by(setup)
    if bound is None or "*" in bound or any(is_test(name) for name in bound - set(names)):
        return True
    used = names_in(code)
    return not used.isdisjoint(REACHING) or not used.isdisjoint(bound - set(names))

def main():
    send(b"R")
    setup, tests, names = marshal.loads(receive()[1])
    # As a script is run, so that what stands behind a guard of its main part runs too.
    module = type(sys)("__main__")
    sys.modules["tests"] = sys.modules["__main__"] = module
    scope = module.__dict__
    try:
        code = compiled(tests)
        if bears_on(setup, code, names):
            exec(compile(setup, "setup.py", "exec"), scope)
        for name in names:
            scope[name] = stand_in(name)
        scope["candidate"] = scope[names[0]]
        run(code, names, scope)
    except BaseException as error:
        # Only the tests can raise it here, and a script ends with it when all is well.
        if isinstance(error, SystemExit) and not error.code:
            verdict("passed")
        message = type(error).__name__ + ": " + text_of(error)
        place = line_of(error, tests)
        if place:
            message = place + " (" + message.removesuffix(": ") + ")"
        if error is raised:
            verdict("answered", message)
        elif isinstance(error, AssertionError) or isinstance(error, SystemExit) and calls > 0:
            verdict("failed", message)
        elif calls == 0 or is_fault_of_tests(error, tests):
            verdict("tests", message)
        else:
            verdict("raised", message)
    verdict("passed")

main()
`;
