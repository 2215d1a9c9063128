using System.Text.Json;

namespace Benchmarks.Objects;

/// <summary>Lists of records that are about so long as JSON: each format gets the same objects.</summary>
public static class RecordBody
{
    private const int Kilobyte = 1000;

    /// <summary>The list whose length is nearest, with one record at least.</summary>
    /// <param name="kilobytes">Length in 1,000 bytes.</param>
    public static Record23[] Create(int kilobytes)
    {
        List<Record23> records = [Record23.Create()];
        int bytes = JsonSerializer.SerializeToUtf8Bytes(records).Length;
        while (true)
        {
            Record23 next = Record23.Create(records.Count);
            int more = JsonSerializer.SerializeToUtf8Bytes(next).Length;
            if (bytes + (more / 2) > kilobytes * Kilobyte)
                return [.. records];
            records.Add(next);
            bytes += more;
        }
    }
}
