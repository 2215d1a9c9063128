using Microsoft.Win32.SafeHandles;

namespace Testing.Journal;

/// <summary>
/// Of one file: which pages were written since the last fsync, with what stood there before, and the length that is
/// durable. Does not allocate once warm.
/// </summary>
internal sealed class UnsyncedPages
{
    private const int PageBytes = 4096;
    private const int SectorBytes = 512;

    private readonly Dictionary<long, byte[]> _before = [];
    private readonly Stack<byte[]> _spare = [];
    private long _durableLength;

    public UnsyncedPages(long durableLength) => _durableLength = durableLength;

    /// <summary>Something is about to be written or cut: keeps what is there.</summary>
    public void Keep(SafeFileHandle file, long offset, long length)
    {
        for (long page = offset / PageBytes; page * PageBytes < offset + length; page++)
        {
            if (_before.ContainsKey(page))
                continue;
            byte[] bytes = _spare.TryPop(out byte[]? spare) ? spare : new byte[PageBytes];
            int read = RandomAccess.Read(file, bytes, page * PageBytes);
            bytes.AsSpan(read).Clear();
            _before.Add(page, bytes);
        }
    }

    /// <summary>fsync.</summary>
    public void Clear(long length)
    {
        foreach ((_, byte[] bytes) in _before)
            _spare.Push(bytes);
        _before.Clear();
        _durableLength = length;
    }

    /// <summary>The power is cut.</summary>
    public void Lose(SafeFileHandle file, Random random, PageLoss loss)
    {
        long length = RandomAccess.GetLength(file);
        long grown = length - _durableLength;
        long left =
            grown > 0 ? _durableLength + random.NextInt64(grown + 1) : loss == PageLoss.Any ? _durableLength : length;
        if (loss == PageLoss.Any)
        {
            foreach ((long page, byte[] before) in _before)
                LosePage(file, page, before, random);
        }

        // The length is metadata: it may be there without the data, and then zeros are.
        RandomAccess.SetLength(file, loss == PageLoss.Any && random.Next(2) == 0 ? length : left);
    }

    // A third is there, a third is not, a third is torn: sectors are what a disk writes whole.
    private static void LosePage(SafeFileHandle file, long page, byte[] before, Random random)
    {
        const int Sectors = PageBytes / SectorBytes;
        int lost = random.Next(3) switch { 0 => 0, 1 => Sectors, _ => random.Next(1, Sectors) };
        int first = random.Next(2) == 0 ? 0 : Sectors - lost;
        RandomAccess.Write(
            file, before.AsSpan(first * SectorBytes, lost * SectorBytes), (page * PageBytes) + (first * SectorBytes));
    }
}
