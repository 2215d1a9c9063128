using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Buckets;

namespace Integration;

/// <summary>What `/history` answers against the frames of a journal, bucket by bucket.</summary>
internal static class JournalHistory
{
    /// <summary>The frames of a journal as buckets of every signal.</summary>
    /// <param name="folder">The journal, of one stream.</param>
    /// <param name="seconds">How long it is at most.</param>
    public static StreamBuckets Read(string folder, int seconds)
    {
        DiskFiles files = new(folder);
        using RecordCursor cursor = new JournalFolder(files, new JournalOptions(), Guid.Empty).NewCursor();
        SerializerSet serializers = BuiltInSerializers.CreateRegistry().CreateSet();
        CDataBlock block = new(BlockLayout.Empty);
        PublisherCatalogue? catalogue = null;
        StreamBuckets? buckets = null;
        for (ScanStep step; (step = cursor.Next()) != ScanStep.End;)
        {
            if (step != ScanStep.Record)
                continue;
            if (cursor.Header.Kind == FrameKind.Catalogue)
                CatalogueCodec.Read(cursor.Payload, out catalogue).IsOk.ShouldBeTrue();
            if (cursor.Header.Kind != FrameKind.Data)
                continue;
            buckets ??= new StreamBuckets(new BucketPlan(catalogue!.Stream(cursor.Header.Stream)!, seconds));
            serializers.Deserialize(cursor.Header.Content, cursor.Payload, block).IsOk.ShouldBeTrue();
            buckets.Add(block, cursor.Header.AcquiredNs);
        }

        return buckets.ShouldNotBeNull();
    }

    /// <summary>Compares every whole bucket of every signal; the number of those that hold samples.</summary>
    public static int Compare(JsonElement history, StreamBuckets buckets)
    {
        BucketTable expected = new();
        BucketGrid grid = new(history.GetProperty("bucketNs").GetInt64());
        long whole = Math.Min(history.GetProperty("until").GetInt64(), buckets.Read().UntilNs);
        long first = grid.IndexOf(history.GetProperty("t0").GetInt64());
        expected.Reset(grid, first, (int)(grid.IndexOf(whole) - first), buckets.Plan.Signals.Length);
        buckets.AddTo(expected, expected.StartNs, expected.EndNs, [.. Enumerable.Range(0, expected.Columns)]);
        int compared = 0;
        // After the channels come the calculated ones, which the journal does not have.
        JsonElement[] channels = [.. history.GetProperty("channels").EnumerateArray().Take(expected.Columns)];
        channels
            .Select(channel => channel.GetProperty("name").GetString())
            .ShouldBe(buckets.Plan.Signals.Select(signal => signal.Name));
        for (int column = 0; column < channels.Length; column++)
        {
            for (int b = 0; b < expected.Buckets; b++)
            {
                Bucket bucket = expected[b, column];
                string place = $"{buckets.Plan.Signals[column].Name}, bucket {b}";
                channels[column].GetProperty("count")[b].GetInt64().ShouldBe(bucket.Count, place);
                if (bucket.Count == 0)
                    continue;
                (Number("min"), Number("max"), Number("first"), Number("last")).ShouldBe(
                    (bucket.Min, bucket.Max, bucket.First, bucket.Last), place);
                compared++;

                double Number(string name) => channels[column].GetProperty(name)[b].GetDouble();
            }
        }

        return compared;
    }
}
