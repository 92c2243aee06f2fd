/* The twin of what hexes.py and paths.py spend their time in: the same answers, sooner.

   Python's version is the reference, and tests/core/test_twin.py holds the two side by side.
   A set of hexes crosses over as an int, by its own to_bytes and from_bytes, which are the
   same in every Python; in here it is a row of words, hex n being bit n % 64 of word n / 64.
*/

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <structmember.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The twin reads words as bytes, lowest first; elsewhere Python's version plays."
#endif

typedef uint64_t Word;

#define WORDS 128          /* the largest map: 8,192 hexes, spare ones included */
#define DEAREST 4095       /* the dearest step, in parts of a point */
#define FAR 0x7f7f7f7f     /* how a hex is entered that cannot be */
#define FAST(f) (PyCFunction)(void (*)(void))(f), METH_FASTCALL, NULL
#define HAS(set, hex) ((set)[(hex) >> 6] >> ((hex) & 63) & 1)
#define ADD(set, hex) ((set)[(hex) >> 6] |= (Word)1 << ((hex) & 63))

static PyObject *to_bytes, *from_bytes, *bit_length, *little;

/* -- sets as ints ---------------------------------------------------------------------------- */

/* A number as bytes, lowest first. OverflowError: it is negative, or has more words. */
static PyObject *bytes_of(PyObject *number, Py_ssize_t words)
{
    PyObject *length = PyLong_FromSsize_t(8 * words), *bytes = NULL;
    if (!PyLong_Check(number))
        PyErr_Format(PyExc_TypeError, "a set is an int, not %R", number);
    else if (length) {
        PyObject *asked[] = {number, length, little};
        bytes = PyObject_VectorcallMethod(to_bytes, asked, 3, NULL);
    }
    Py_XDECREF(length);
    return bytes;
}

static PyObject *number_of(const Word *set, Py_ssize_t words)
{
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)set, 8 * words), *number = NULL;
    if (bytes) {
        PyObject *asked[] = {(PyObject *)&PyLong_Type, bytes, little};
        number = PyObject_VectorcallMethod(from_bytes, asked, 3, NULL);
        Py_DECREF(bytes);
    }
    return number;
}

/* How many words a number of any size needs, or -1. */
static Py_ssize_t words_for(PyObject *number)
{
    PyObject *bits = PyObject_VectorcallMethod(bit_length, &number, 1, NULL);
    Py_ssize_t words = bits ? PyLong_AsSsize_t(bits) / 64 + 1 : -1;
    Py_XDECREF(bits);
    return words;
}

static Word word(PyObject *bytes, Py_ssize_t n)
{
    Word found;
    memcpy(&found, PyBytes_AS_STRING(bytes) + 8 * n, 8);
    return found;
}

static PyObject *members(PyObject *module, PyObject *number)
{
    Py_ssize_t words = words_for(number), count = 0, n = 0;
    PyObject *bytes = words < 0 ? NULL : bytes_of(number, words), *found = NULL;
    if (bytes) {
        for (Py_ssize_t w = 0; w < words; w++)
            count += __builtin_popcountll(word(bytes, w));
        found = PyList_New(count);
        for (Py_ssize_t w = 0; found && w < words; w++)
            for (Word left = word(bytes, w); left; left &= left - 1)
                PyList_SET_ITEM(found, n++, PyLong_FromSsize_t(64 * w + __builtin_ctzll(left)));
        Py_DECREF(bytes);
    }
    if (PyErr_Occurred())
        Py_CLEAR(found);
    return found;
}

static PyObject *scan(PyObject *module, PyObject *number)
{
    PyObject *found = members(module, number), *each = found ? PyObject_GetIter(found) : NULL;
    Py_XDECREF(found);
    return each;
}

static PyObject *nth(PyObject *module, PyObject *const *asked, Py_ssize_t given)
{
    if (given != 2)
        return PyErr_Format(PyExc_TypeError, "nth takes a set and a number");
    Py_ssize_t index = PyLong_AsSsize_t(asked[1]), words = words_for(asked[0]), w = 0, more;
    PyObject *bytes = PyErr_Occurred() ? NULL : bytes_of(asked[0], words);
    if (!bytes)
        return NULL;
    for (; w < words && index >= (more = __builtin_popcountll(word(bytes, w))); w++)
        index -= more;
    Word left = w < words && index >= 0 ? word(bytes, w) : 0;
    Py_DECREF(bytes);
    if (!left)
        return PyErr_Format(PyExc_IndexError, "the set has not so many members");
    while (index--)
        left &= left - 1;
    return PyLong_FromSsize_t(64 * w + __builtin_ctzll(left));
}

static PyObject *places(PyObject *module, PyObject *const *asked, Py_ssize_t given)
{
    if (given != 2 || !PyList_Check(asked[0]))
        return PyErr_Format(PyExc_TypeError, "places takes a list and a set");
    PyObject *units = members(module, asked[1]), *number = NULL;
    Py_ssize_t count = units ? PyList_GET_SIZE(units) : 0, far = 0;
    Py_ssize_t *hexes = units ? PyMem_Malloc((count + 1) * sizeof *hexes) : NULL;
    for (Py_ssize_t n = 0; hexes && n < count; n++) {
        PyObject *at = PyList_GetItem(asked[0], PyLong_AsSsize_t(PyList_GET_ITEM(units, n)));
        hexes[n] = at ? PyLong_AsSsize_t(at) : -1;
        far = Py_MAX(far, hexes[n]);
    }
    Word *set = hexes && !PyErr_Occurred() ? PyMem_Calloc(far / 64 + 1, sizeof *set) : NULL;
    for (Py_ssize_t n = 0; set && n < count; n++)
        if (hexes[n] >= 0)
            ADD(set, hexes[n]);
    if (set)
        number = number_of(set, far / 64 + 1);
    else if (!PyErr_Occurred())
        PyErr_NoMemory();
    PyMem_Free(set);
    PyMem_Free(hexes);
    Py_XDECREF(units);
    return number;
}

/* -- the grid -------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    PyObject *number;        /* every hex */
    Word all[WORDS];         /* the same */
    int hexes, words, width; /* how many bits and words that is; a line's length */
    int steps[6];
} Grid;

/* The words of a set of hexes, put into `room` unless they are known; what is off the map is
   left out. */
static const Word *taken(const Grid *grid, PyObject *number, Word *room)
{
    static const Word none[WORDS];
    if (number == grid->number)
        return grid->all;
    if (PyLong_Check(number) && !PyObject_IsTrue(number))
        return none;
    PyObject *bytes = bytes_of(number, grid->words);
    if (!bytes && PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        PyObject *inside = PyNumber_And(number, grid->number);
        bytes = inside ? bytes_of(inside, grid->words) : NULL;
        Py_XDECREF(inside);
    }
    if (!bytes)
        return NULL;
    for (int w = 0; w < grid->words; w++)
        room[w] = word(bytes, w) & grid->all[w];
    Py_DECREF(bytes);
    return room;
}

static PyObject *grid_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    PyObject *number, *bytes;
    int width;
    if (!PyArg_ParseTuple(args, "O!i", &PyLong_Type, &number, &width))
        return NULL;
    Py_ssize_t words = words_for(number);
    if (words > WORDS || width < 2 || width > 64 * WORDS)
        return PyErr_Format(PyExc_OverflowError, "the map is too large for the twin");
    Grid *grid = words < 0 ? NULL : (Grid *)type->tp_alloc(type, 0);
    if (!grid || !(bytes = bytes_of(number, words))) {
        Py_XDECREF(grid);
        return NULL;
    }
    memcpy(grid->all, PyBytes_AS_STRING(bytes), 8 * words);
    Py_DECREF(bytes);
    grid->number = Py_NewRef(number);
    grid->words = (int)words;
    grid->hexes = 64 * (int)words;
    grid->width = width;
    int steps[] = {1, width, width - 1, -1, -width, 1 - width};
    memcpy(grid->steps, steps, sizeof steps);
    return (PyObject *)grid;
}

static void grid_dealloc(Grid *grid)
{
    Py_XDECREF(grid->number);
    Py_TYPE(grid)->tp_free(grid);
}

/* 64 hexes from this one on. */
static inline Word from_hex(const Word *set, int hex)
{
    const Word *low = set + (hex >> 6);
    return low[0] >> (hex & 63) | low[1] << 1 << (63 - (hex & 63));
}

/* Of the hexes of one word, those that touch a member of the set. */
static inline Word beside(const Word *set, int w, int width)
{
    int hex = 64 * w;
    return from_hex(set, hex + 1) | from_hex(set, hex - 1) | from_hex(set, hex + width)
        | from_hex(set, hex + width - 1) | from_hex(set, hex - width)
        | from_hex(set, hex - width + 1);
}

/* Wet all that can be wetted within one word; was any of it dry? */
static inline int seep(Word *wet, const Word *through, int w, int width)
{
    Word before = wet[w], now = before, near = beside(wet, w, width);
    Word more = (now | near) & through[w];
    while (more != now) {
        now = more;
        near = now << 1 | now >> 1;
        if (width < 64) /* a word is more than a line */
            near |= now << width | now << (width - 1) | now >> width | now >> (width - 1);
        more = (now | near) & through[w];
    }
    wet[w] = now;
    return now != before;
}

static PyObject *flood(Grid *grid, PyObject *const *asked, Py_ssize_t given)
{
    Word lake[3 * WORDS + 2] = {0}; /* dry all round, farther than a step leads */
    Word *wet = lake + WORDS + 1, room[2][WORDS];
    char damp[3 * WORDS] = {0}, *near = damp + WORDS; /* by word: water may have come to it */
    int far = (grid->width + 63) / 64;                /* so many words a step leads */
    const Word *start, *through;
    if (given != 2)
        return PyErr_Format(PyExc_TypeError, "flood takes two sets");
    if (!(start = taken(grid, asked[0], room[0])) || !(through = taken(grid, asked[1], room[1])))
        return NULL;
    for (int w = 0; w < grid->words; w++)
        if ((wet[w] = start[w] & through[w]))
            memset(near + w - far, 1, 2 * far + 1);
    for (int more = 1; more;) { /* down the map and up again, until nothing is new */
        more = 0;
        for (int n = 0; n < 2 * grid->words; n++) {
            int w = n < grid->words ? n : 2 * grid->words - 1 - n;
            if (near[w] && (near[w] = 0, seep(wet, through, w, grid->width))) {
                memset(near + w - far, 1, 2 * far + 1);
                near[w] = 0;
                more = 1;
            }
        }
    }
    return number_of(wet, grid->words);
}

static PyObject *layers(Grid *grid, PyObject *const *asked, Py_ssize_t given)
{
    Word sea[3 * WORDS + 2] = {0}, *layer = sea + WORDS + 1, room[2][WORDS], left[WORDS];
    const Word *start, *through;
    if (given != 3)
        return PyErr_Format(PyExc_TypeError, "layers takes two sets and a number");
    long most = PyLong_AsLong(asked[2]), any = 0;
    if (PyErr_Occurred() || !(start = taken(grid, asked[0], room[0]))
        || !(through = taken(grid, asked[1], room[1])))
        return NULL;
    for (int w = 0; w < grid->words; w++)
        any |= (layer[w] = start[w] & through[w]) != 0;
    memcpy(left, through, 8 * grid->words);
    PyObject *found = PyList_New(0);
    while (found && any && most-- > 0) {
        PyObject *number = number_of(layer, grid->words);
        if (!number || PyList_Append(found, number) < 0)
            Py_CLEAR(found);
        Py_XDECREF(number);
        Word next[WORDS];
        any = 0;
        for (int w = 0; w < grid->words; w++)
            left[w] &= ~layer[w];
        for (int w = 0; w < grid->words; w++)
            any |= (next[w] = left[w] & beside(layer, w, grid->width)) != 0;
        memcpy(layer, next, 8 * grid->words);
    }
    return found;
}

static PyMethodDef grid_methods[] = {{"flood", FAST(flood)}, {"layers", FAST(layers)}, {NULL}};

static PyTypeObject GridType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kursk.core._twin.Grid",
    .tp_basicsize = sizeof(Grid),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = grid_new,
    .tp_dealloc = (destructor)grid_dealloc,
    .tp_methods = grid_methods,
};

/* -- the ways from one hex ------------------------------------------------------------------- */

typedef struct {
    PyObject_VAR_HEAD
    PyObject *hexes; /* where a unit may stop */
    int start, steps[6];
    int entered[]; /* by hex: 8 * the cost + the side by which it is entered */
} Ways;

static void ways_dealloc(Ways *ways)
{
    Py_XDECREF(ways->hexes);
    Py_TYPE(ways)->tp_free(ways);
}

/* The number of a hex in reach, or -1 and a KeyError. */
static int in_reach(Ways *ways, PyObject *number)
{
    Py_ssize_t hex = PyLong_AsSsize_t(number);
    if (hex >= 0 && hex < Py_SIZE(ways) && ways->entered[hex] != FAR)
        return (int)hex;
    if (!PyErr_Occurred())
        PyErr_SetObject(PyExc_KeyError, number);
    return -1;
}

static PyObject *cost(Ways *ways, PyObject *number)
{
    int hex = in_reach(ways, number);
    return hex < 0 ? NULL : PyLong_FromLong(ways->entered[hex] >> 3);
}

static int back(const Ways *ways, int hex)
{
    return hex - ways->steps[ways->entered[hex] & 7];
}

static PyObject *path(Ways *ways, PyObject *number)
{
    int end = in_reach(ways, number), length = 0;
    for (int hex = end; hex >= 0 && hex != ways->start; hex = back(ways, hex))
        length++;
    PyObject *way = end < 0 ? NULL : PyTuple_New(length);
    for (int hex = end; way && length--; hex = back(ways, hex))
        PyTuple_SET_ITEM(way, length, PyLong_FromLong(hex));
    if (PyErr_Occurred())
        Py_CLEAR(way);
    return way;
}

static PyMethodDef ways_methods[] = {
    {"cost", (PyCFunction)cost, METH_O, NULL},
    {"path", (PyCFunction)path, METH_O, NULL},
    {NULL},
};
static PyMemberDef ways_members[] = {
    {"hexes", T_OBJECT_EX, offsetof(Ways, hexes), READONLY, NULL},
    {NULL},
};

static PyTypeObject WaysType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kursk.core._twin.Ways",
    .tp_basicsize = sizeof(Ways),
    .tp_itemsize = sizeof(int),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)ways_dealloc,
    .tp_methods = ways_methods,
    .tp_members = ways_members,
};

/* -- what steps cost, and how far points carry ----------------------------------------------- */

typedef struct {
    PyObject_VAR_HEAD
    Grid *grid;
    int dearest;
    int costs[]; /* six a hex: of leaving it by each side; 0 where there is no way */
} Going;

static PyObject *going_new(PyTypeObject *type, PyObject *args, PyObject *named)
{
    Grid *grid;
    PyObject *by_side, *from, *paid;
    if (!PyArg_ParseTuple(args, "O!O!", &GridType, &grid, &PyList_Type, &by_side))
        return NULL;
    Going *going = (Going *)type->tp_alloc(type, 6 * grid->hexes);
    if (!going)
        return NULL;
    going->grid = (Grid *)Py_NewRef(grid);
    for (int side = 0; side < 6 && side < PyList_GET_SIZE(by_side); side++)
        for (Py_ssize_t n = 0; PyDict_Next(PyList_GET_ITEM(by_side, side), &n, &from, &paid);) {
            long hex = PyLong_AsLong(from), cost = PyLong_AsLong(paid);
            long there = hex + grid->steps[side];
            if (!PyErr_Occurred() && (cost < 1 || cost > DEAREST || hex < 0 || there < 0
                                      || hex >= grid->hexes || there >= grid->hexes))
                PyErr_Format(PyExc_OverflowError, "a step is too dear for the twin");
            if (PyErr_Occurred()) {
                Py_DECREF(going);
                return NULL;
            }
            going->costs[6 * hex + side] = (int)cost;
            going->dearest = Py_MAX(going->dearest, (int)cost);
        }
    return (PyObject *)going;
}

static void going_dealloc(Going *going)
{
    Py_XDECREF(going->grid);
    Py_TYPE(going)->tp_free(going);
}

/* Take every step that can be paid, cheapest first, and tell where they lead.

   No step is free: when the turn of a hex comes, all that lead into it at its cost have been
   taken. Of these the one by the first side counts, as when Python looks for the way back. */
static void spread(const Going *going, Ways *ways, int limit, const Word *open,
                   const Word *halts, const Word *later, Word *gone)
{
    static int last[DEAREST + 1];        /* by cost, in a ring: the last step that comes to it */
    static int before[6 * 64 * WORDS];   /* by step (6 * where it leads + its side): another such */
    int ring = going->dearest + 1, start = ways->start, *entered = ways->entered;
    for (int n = 0; n < ring; n++)
        last[n] = -1;
    last[0] = 6 * start;
    before[6 * start] = -1;
    for (int cost = 0, now = 0; cost <= limit; cost++, now = now + 1 < ring ? now + 1 : 0) {
        for (int step = last[now]; step >= 0; step = before[step]) {
            int hex = step / 6;
            if (entered[hex] >> 3 < cost || (HAS(halts, hex) && hex != start))
                continue; /* there is a cheaper way; or it ends here */
            for (int side = 0; side < 6; side++) {
                int paid = going->costs[6 * hex + side], there = hex + ways->steps[side];
                if (!paid || cost + paid > limit || !HAS(open, there)
                    || (hex == start && HAS(later, there)))
                    continue;
                if (cost + paid < entered[there] >> 3) {
                    int then = now + paid < ring ? now + paid : now + paid - ring;
                    before[6 * there + side] = last[then];
                    last[then] = 6 * there + side;
                    ADD(gone, there);
                }
                entered[there] = Py_MIN(entered[there], 8 * (cost + paid) + side);
            }
        }
        last[now] = -1;
    }
}

static PyObject *reach(Going *going, PyObject *const *asked, Py_ssize_t given)
{
    const Grid *grid = going->grid;
    const Word *closed, *halts, *passing, *later, *first;
    Word room[5][WORDS], open[WORDS], gone[WORDS] = {0};
    if (given != 7 || !PyTuple_Check(asked[6]) || PyTuple_GET_SIZE(asked[6]) != 6)
        return PyErr_Format(PyExc_TypeError, "reach takes start, limit, four sets, six sides");
    long start = PyLong_AsLong(asked[0]), limit = PyLong_AsLong(asked[1]);
    if (PyErr_Occurred() || !(closed = taken(grid, asked[2], room[0]))
        || !(halts = taken(grid, asked[3], room[1])) || !(passing = taken(grid, asked[4], room[2]))
        || !(later = taken(grid, asked[5], room[3])))
        return NULL;
    if (start < 0 || start >= grid->hexes || !HAS(grid->all, start))
        return PyErr_Format(PyExc_KeyError, "%ld", start);
    if (limit < 0 || limit > FAR / 16)
        return PyErr_Format(PyExc_OverflowError, "so many points cannot be counted");
    Ways *ways = PyObject_NewVar(Ways, &WaysType, grid->hexes);
    if (!ways)
        return NULL;
    ways->hexes = NULL;
    ways->start = (int)start;
    memcpy(ways->steps, grid->steps, sizeof grid->steps);
    memset(ways->entered, FAR & 255, grid->hexes * sizeof(int));
    ways->entered[start] = 0;
    for (int w = 0; w < grid->words; w++)
        open[w] = grid->all[w] & ~closed[w] & ~(passing[w] & halts[w]);
    open[start >> 6] &= ~((Word)1 << (start & 63));
    spread(going, ways, (int)limit, open, halts, later, gone);
    for (int side = 0; limit && side < 6; side++) { /* a first step beyond the unit's means */
        long there = start + grid->steps[side];
        if (there < 0 || there >= grid->hexes || !HAS(open, there) || HAS(later, there)
            || ways->entered[there] != FAR)
            continue;
        if (!(first = taken(grid, PyTuple_GET_ITEM(asked[6], side), room[4])))
            goto failed;
        if (HAS(first, start)) {
            ways->entered[there] = 8 * (int)limit + side;
            ADD(gone, there);
        }
    }
    for (int w = 0; w < grid->words; w++)
        gone[w] &= ~passing[w];
    if ((ways->hexes = number_of(gone, grid->words)))
        return (PyObject *)ways;
failed:
    Py_DECREF(ways);
    return NULL;
}

/* What a path costs; None: there is no way, or points run out; -1: two hexes do not touch. */
static PyObject *walk(Going *going, PyObject *const *asked, Py_ssize_t given)
{
    const Grid *grid = going->grid;
    const Word *first;
    Word room[WORDS];
    if (given != 3 || !PyTuple_Check(asked[2]) || PyTuple_GET_SIZE(asked[2]) != 6)
        return PyErr_Format(PyExc_TypeError, "walk takes a path, a limit, six sides");
    long limit = PyLong_AsLong(asked[1]), paid = 0, here, there;
    PyObject *path = PySequence_Fast(asked[0], "a path is a sequence"), *known;
    Py_ssize_t length = path ? PySequence_Fast_GET_SIZE(path) : 0;
    PyObject **hexes = path ? PySequence_Fast_ITEMS(path) : NULL;
    for (Py_ssize_t n = 1; n < length && !PyErr_Occurred(); n++) {
        here = PyLong_AsLong(hexes[n - 1]), there = PyLong_AsLong(hexes[n]);
        int side = 0;
        while (side < 6 && there - here != grid->steps[side])
            side++;
        if (side == 6 || here < 0 || here >= grid->hexes) {
            paid = -1;
            break;
        }
        int cost = going->costs[6 * here + side];
        if (cost && paid + cost <= limit) {
            paid += cost;
            continue;
        }
        known = n == 1 && limit ? PyTuple_GET_ITEM(asked[2], side) : NULL;
        if (known && !(first = taken(grid, known, room)))
            break;
        if (!known || !HAS(first, here)) {
            Py_DECREF(path);
            Py_RETURN_NONE;
        }
        paid = limit;
    }
    Py_XDECREF(path);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(paid);
}

static PyMethodDef going_methods[] = {{"reach", FAST(reach)}, {"walk", FAST(walk)}, {NULL}};

static PyTypeObject GoingType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kursk.core._twin.Going",
    .tp_basicsize = sizeof(Going),
    .tp_itemsize = sizeof(int),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = going_new,
    .tp_dealloc = (destructor)going_dealloc,
    .tp_methods = going_methods,
};

/* -- the module ------------------------------------------------------------------------------ */

static PyMethodDef functions[] = {
    {"members", members, METH_O, NULL}, {"scan", scan, METH_O, NULL}, {"nth", FAST(nth)},
    {"places", FAST(places)}, {NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_twin", NULL, -1, functions};

PyMODINIT_FUNC PyInit__twin(void)
{
    PyObject *made = PyModule_Create(&module);
    if (!made || !(to_bytes = PyUnicode_InternFromString("to_bytes"))
        || !(from_bytes = PyUnicode_InternFromString("from_bytes"))
        || !(bit_length = PyUnicode_InternFromString("bit_length"))
        || !(little = PyUnicode_InternFromString("little"))
        || PyType_Ready(&WaysType) < 0 || PyModule_AddType(made, &GridType) < 0
        || PyModule_AddType(made, &GoingType) < 0
        || PyModule_AddStringConstant(made, "SOURCE", SOURCE) < 0)
        Py_CLEAR(made);
    return made;
}
