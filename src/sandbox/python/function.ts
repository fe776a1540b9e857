import { CHANNEL } from "./channel.ts";

/**
 * Keeps a scoring function and calls it for one sample after the other. Samples come several at a time, each as a JSON
 * text of its own, so that one that cannot be read is one row's fault; each answer goes out as soon as it is there, with
 * the number of its sample. What the function prints is kept from the channel: its last lines are told with an error,
 * and what is written past Python goes nowhere. A number is taken for what it is made of, not for what its class says.
 */
export const FUNCTION = `${CHANNEL}
import json

encode, decode = json.JSONEncoder(allow_nan=False).encode, json.loads

class Refused(BaseException):
    def __init__(self, code, message):
        self.code, self.message = code, message

class Printed:
    encoding, text = "utf-8", ""
    def write(self, text):
        self.text = (self.text + text)[-1000:]
        return len(text)
    def writelines(self, lines):
        for line in lines:
            self.write(line)
    def flush(self):
        pass
    def isatty(self):
        return False

class Sample(dict):
    # A field of the row may be asked for beside the parts of the sample, and each of both as an attribute.
    def __missing__(self, name):
        return dict.__getitem__(self, "metadata")[name]
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

def flat(value):
    if value is None or value is True or value is False:
        return value
    kinds = type(value).__mro__
    if str in kinds:
        return str.__str__(value)
    if int in kinds:
        return int.__pos__(value)
    if dict in kinds:
        return {key_of(key): flat(item) for key, item in dict.items(value)}
    if list in kinds or tuple in kinds:
        return [flat(item) for item in value]
    if float in kinds:
        number = float.__pos__(value)
    elif hasattr(type(value), "__float__"):
        number = float(value)
    else:
        raise Refused("not_a_score", "it returned a " + type(value).__name__)
    if number - number != 0:
        raise Refused("out_of_range", "it returned " + repr(number) + ", which is no finite number")
    return number

def key_of(key):
    if str not in type(key).__mro__:
        raise Refused("not_a_score", "it returned a dict with a key that is no text")
    return str.__str__(key)

def only_one(rewards):
    kinds = type(rewards).__mro__
    if str in kinds or bytes in kinds or dict in kinds or not hasattr(type(rewards), "__iter__"):
        raise Refused("not_a_score", "it returned a " + type(rewards).__name__ + " where a list of rewards was expected")
    rewards = list(rewards)
    if len(rewards) != 1:
        raise Refused("not_a_score", "it returned " + str(len(rewards)) + " rewards for 1 completion")
    return rewards[0]

def taken_by(function, columns):
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & 8:
        return columns
    names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    return {name: column for name, column in columns.items() if name in names}

def told(error, shown):
    place, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == shown:
            place = shown + ":" + str(trace.tb_lineno) + ": "
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and error.filename == shown:
        place = shown + ":" + str(error.lineno) + ": "
    text = text_of(error)
    return place + type(error).__name__ + (": " + text if text else "")

def main():
    send(b"R")
    source, shown, name, form = decode(receive()[1])
    quiet = posix.open("/dev/null", posix.O_WRONLY)
    posix.dup2(quiet, 1)
    posix.dup2(quiet, 2)
    module = type(sys)("scorer")
    sys.modules["scorer"] = module
    scope = module.__dict__
    scope["__file__"] = shown
    sys.stdout = sys.stderr = Printed()
    try:
        exec(compile(source, shown, "exec"), scope)
    except BaseException as error:
        return send(b"F", told(error, shown).encode("utf8", "replace"))
    function = scope.get(name)
    if not callable(function):
        known = [one for one in scope if callable(scope[one]) and not one.startswith("_")]
        return send(b"M", " ".join(known)[:500].encode("utf8", "replace"))
    send(b"L")
    while True:
        for number, text in decode(receive()[1]):
            sys.stdout = sys.stderr = printed = Printed()
            try:
                given = decode(text)
                if form == "rewards":
                    returned = only_one(function(**taken_by(function, given)))
                else:
                    returned = function(Sample(given))
                if hasattr(type(returned), "__await__"):
                    raise Refused("not_a_score", "it is asynchronous; make it an ordinary function")
                answer = encode([number, "value", flat(returned)])
            except Refused as refused:
                answer = encode([number, refused.code, refused.message])
            except BaseException as error:
                message = told(error, shown)
                last = printed.text.strip()[-300:]
                answer = encode([number, "exception", message + ("; it printed: " + last if last else "")])
            send(b"A", answer.encode("utf8", "replace"))

main()
`;
