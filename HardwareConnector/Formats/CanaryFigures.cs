using FuncLibs.Runtime.Timing;

namespace HardwareConnector.Formats;

/// <summary>What a canary measured. Its thread adds, any thread reads.</summary>
internal sealed class CanaryFigures
{
    // Until the code of the candidate is compiled as far as it will be.
    private const int WarmUpBlocks = 100;

    private readonly Lock _gate = new();
    private readonly LatencyHistogram _encode = new();
    private readonly LatencyHistogram _decode = new();
    private readonly LatencyHistogram _inUseEncode = new();
    private readonly LatencyHistogram _inUseDecode = new();
    private long _compared;
    private long _errors;
    private long _bytes;
    private long _inUseBytes;
    private string? _firstError;

    /// <summary>All of them at one moment.</summary>
    public CanaryReading Read()
    {
        lock (_gate)
            return new CanaryReading(
                _compared,
                _encode.Count,
                _errors,
                _firstError,
                CodecTimes.Of(_encode, _decode),
                CodecTimes.Of(_inUseEncode, _inUseDecode),
                _inUseBytes == 0 ? 0 : (double)_bytes / _inUseBytes);
    }

    /// <summary>Adds a block that came out as it went in.</summary>
    public void AddEqual(in CodecDurations candidate, in CodecDurations inUse)
    {
        lock (_gate)
        {
            _bytes += candidate.Bytes;
            _inUseBytes += inUse.Bytes;
            if (++_compared <= WarmUpBlocks)
                return;
            _encode.Record(candidate.EncodeNs);
            _decode.Record(candidate.DecodeNs);
            _inUseEncode.Record(inUse.EncodeNs);
            _inUseDecode.Record(inUse.DecodeNs);
        }
    }

    /// <summary>Adds a block that did not.</summary>
    public void AddError(string error)
    {
        lock (_gate)
        {
            _compared++;
            _errors++;
            _firstError ??= error;
        }
    }
}

/// <summary>How long a format took for a block.</summary>
/// <param name="EncodeNs">Encoding, ns.</param>
/// <param name="DecodeNs">Decoding, ns.</param>
/// <param name="Bytes">Bytes of the payload.</param>
internal readonly record struct CodecDurations(long EncodeNs, long DecodeNs, int Bytes);

/// <summary>Times of a format over the blocks that were compared, in us; 0 before the first.</summary>
internal readonly record struct CodecTimes(double EncodeP50, double EncodeP99, double DecodeP50, double DecodeP99)
{
    private const double NsPerUs = 1000;

    /// <summary>Of the histograms of a format.</summary>
    public static CodecTimes Of(LatencyHistogram encode, LatencyHistogram decode) => new(
        encode.PercentileNs(50) / NsPerUs,
        encode.PercentileNs(99) / NsPerUs,
        decode.PercentileNs(50) / NsPerUs,
        decode.PercentileNs(99) / NsPerUs);
}

/// <summary>Figures of a canary at one moment.</summary>
/// <param name="Compared">Blocks that were compared.</param>
/// <param name="Timed">Blocks of these that were timed: none of the first 100.</param>
/// <param name="Errors">Those that the candidate failed on, or changed.</param>
/// <param name="FirstError">What was wrong with the first of these; null none.</param>
/// <param name="Candidate">Times of the candidate, after the first 100 blocks.</param>
/// <param name="InUse">Times of the format in use, of the same blocks.</param>
/// <param name="SizeRatio">Bytes of the candidate to those of the format in use; 0 before the first.</param>
internal readonly record struct CanaryReading(
    long Compared,
    long Timed,
    long Errors,
    string? FirstError,
    CodecTimes Candidate,
    CodecTimes InUse,
    double SizeRatio)
{
    /// <summary>The worse of encoding and decoding against the format in use, by medians; 0 before the
    /// first.</summary>
    public double Slowdown => Math.Max(
        Ratio(Candidate.EncodeP50, InUse.EncodeP50), Ratio(Candidate.DecodeP50, InUse.DecodeP50));

    private static double Ratio(double candidate, double inUse) => inUse > 0 ? candidate / inUse : 0;
}
