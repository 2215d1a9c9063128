namespace FuncLibs.Signals.Windows;

/// <summary>
/// The last values in order of size: the newest replaces the oldest, and the k-th least is found, each in logarithmic
/// time. A treap over the places of a ring (Seidel and Aragon, Randomized search trees, 1996) whose priorities are a
/// hash of the place, so its shape is the same in every run; no result depends on it.
/// </summary>
/// <remarks>
/// Two heaps would give a median, but not the deviations around it. -0 is below +0; NaN is at the ends and counted
/// apart.
/// </remarks>
internal sealed class OrderedWindow
{
    /// <summary>Bytes it holds for each value.</summary>
    public const int BytesAValue = sizeof(long) + (3 * sizeof(int));

    // Node 0 is none; node p + 1 is place p of the ring.
    private readonly long[] _keys;
    private readonly int[] _below;
    private readonly int[] _above;
    private readonly int[] _sizes;
    private int _root;
    private int _place;
    private int _sinceNaN;

    public OrderedWindow(int length)
    {
        _keys = new long[length + 1];
        _below = new int[length + 1];
        _above = new int[length + 1];
        _sizes = new int[length + 1];
        Clear();
    }

    /// <summary>How many values there are.</summary>
    public int Count => _sizes[_root];

    /// <summary>True while one of them is NaN.</summary>
    public bool HasNaN => _sinceNaN < Count;

    private int Length => _keys.Length - 1;

    public void Clear()
    {
        (_root, _place, _sinceNaN) = (0, 0, Length);
    }

    /// <summary>Takes a value in, and the oldest out when the window is full.</summary>
    public void Slide(double x)
    {
        int node = _place + 1;
        if (Count == Length)
            Remove(ref _root, node);
        (_keys[node], _below[node], _above[node], _sizes[node]) = (KeyOf(x), 0, 0, 1);
        Add(ref _root, node);
        _place = node == Length ? 0 : node;
        _sinceNaN = double.IsNaN(x) ? 0 : Math.Min(Length, _sinceNaN + 1);
    }

    /// <summary>The value with so many below it.</summary>
    public double Select(int rank)
    {
        int node = _root;
        while (true)
        {
            int below = _sizes[_below[node]];
            if (rank == below)
                return ValueOf(_keys[node]);
            node = rank < below ? _below[node] : _above[node];
            rank = rank < below ? rank : rank - below - 1;
        }
    }

    /// <summary>The middle value, or the mean of the middle two; not of nothing.</summary>
    public double Median()
    {
        double upper = Select(Count / 2);
        return Count % 2 == 1 ? upper : Midpoint(Select((Count / 2) - 1), upper);
    }

    /// <summary>The value of an age: 0 is the newest.</summary>
    public double At(int age) => ValueOf(_keys[((_place - 1 - age + Length + Length) % Length) + 1]);

    /// <summary>The mean of two values, which their sum may not overflow.</summary>
    public static double Midpoint(double a, double b)
    {
        double sum = a + b;
        return double.IsInfinity(sum) ? (a / 2) + (b / 2) : sum / 2;
    }

    // The order of the keys as integers is that of the numbers; the same operation leads back.
    private static long Ordered(long bits) => bits ^ (long)((ulong)(bits >> 63) >> 1);

    private static long KeyOf(double x) => Ordered(BitConverter.DoubleToInt64Bits(x));

    private static double ValueOf(long key) => BitConverter.Int64BitsToDouble(Ordered(key));

    // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
    private static ulong PriorityOf(int node)
    {
        ulong mixed = (ulong)node * 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    private bool IsBefore(int a, int b) => _keys[a] != _keys[b] ? _keys[a] < _keys[b] : a < b;

    private void Recount(int node) => _sizes[node] = _sizes[_below[node]] + _sizes[_above[node]] + 1;

    private void Add(ref int at, int node)
    {
        if (at == 0 || PriorityOf(node) > PriorityOf(at))
        {
            Split(at, node, out _below[node], out _above[node]);
            at = node;
            Recount(node);
            return;
        }

        _sizes[at]++;
        Add(ref IsBefore(node, at) ? ref _below[at] : ref _above[at], node);
    }

    private void Remove(ref int at, int node)
    {
        if (at == node)
        {
            at = Merge(_below[node], _above[node]);
            return;
        }

        _sizes[at]--;
        Remove(ref IsBefore(node, at) ? ref _below[at] : ref _above[at], node);
    }

    private void Split(int tree, int by, out int lesser, out int greater)
    {
        if (tree == 0)
        {
            (lesser, greater) = (0, 0);
        }
        else if (IsBefore(tree, by))
        {
            Split(_above[tree], by, out int between, out greater);
            _above[tree] = between;
            Recount(tree);
            lesser = tree;
        }
        else
        {
            Split(_below[tree], by, out lesser, out int between);
            _below[tree] = between;
            Recount(tree);
            greater = tree;
        }
    }

    private int Merge(int lesser, int greater)
    {
        if (lesser == 0 || greater == 0)
            return lesser + greater;
        if (PriorityOf(lesser) > PriorityOf(greater))
        {
            _above[lesser] = Merge(_above[lesser], greater);
            Recount(lesser);
            return lesser;
        }

        _below[greater] = Merge(lesser, _below[greater]);
        Recount(greater);
        return greater;
    }
}
