import { CHANNEL } from "./channel.ts";

/**
 * Runs the tests. Each function under test is a stand-in here that asks for its answer; the program itself is in
 * another sandbox. The verdict is one word and a message: `passed`, `failed` (an assertion), `raised` (anything else
 * that a test raised), `answered` (an exception of the program that no test caught), `garbled` (an answer that is no
 * value), `untestable` (the tests hand over what is no plain data), `tests` (they do not compile, or raise before the
 * first call: they are broken, not the program).
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

def run(tests, names, scope):
    exec(compile(tests, "tests.py", "exec"), scope)
    if calls > 0:
        return
    # Tests that only define what is to be called, as HumanEval and pytest have them.
    if callable(scope.get("check")):
        scope["check"](scope[names[0]])
    for name in [name for name in scope if name.startswith("test_")]:
        if callable(scope[name]):
            scope[name]()

def main():
    send(b"R")
    setup, tests, names = marshal.loads(receive()[1])
    module = type(sys)("tests")
    sys.modules["tests"] = module
    scope = module.__dict__
    try:
        exec(compile(setup, "setup.py", "exec"), scope)
        for name in names:
            scope[name] = stand_in(name)
        scope["candidate"] = scope[names[0]]
        run(tests, names, scope)
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
        elif calls == 0:
            verdict("tests", message)
        else:
            verdict("raised", message)
    verdict("passed")

main()
`;
