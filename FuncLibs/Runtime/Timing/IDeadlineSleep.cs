namespace FuncLibs.Runtime.Timing;

/// <summary>How a thread lets a short time pass. Tests put a clock of their own behind it.</summary>
public interface IDeadlineSleep
{
    /// <summary>Lets up to <paramref name="nanoseconds"/> pass, and may come back early; the caller looks at its clock and asks
    /// again.</summary>
    void Sleep(long nanoseconds);
}
