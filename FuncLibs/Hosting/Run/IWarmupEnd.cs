namespace FuncLibs.Hosting.Run;

/// <summary>
/// A service that begins to count when warm-up is over, such as a latency histogram. Register it as a singleton of this type too.
/// </summary>
public interface IWarmupEnd
{
    /// <summary>Called once, from a pool thread; an owner thread must be told by a flag of its own.</summary>
    void WarmupEnded();
}
