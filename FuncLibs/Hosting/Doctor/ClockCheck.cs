using FuncLibs.Runtime.Platform;

namespace FuncLibs.Hosting.Doctor;

/// <summary>Is the clock of this machine kept by a time service?</summary>
internal static class ClockCheck
{
    private const string Name = "clock";
    private const string Fix = "sudo apt-get install chrony, or sudo timedatectl set-ntp true; then: chronyc tracking";
    private static readonly TimeSpan Accepted = TimeSpan.FromMilliseconds(100);

    /// <summary>Judges what the kernel says.</summary>
    public static DoctorFinding Check(ClockDiscipline? clock) => clock switch
    {
        null => DoctorFinding.Warn(Name, $"this system does not tell whether its clock is synchronized", $"{Fix}"),
        { IsSynchronized: false } => DoctorFinding.Warn(
            Name, $"not synchronized: times and latencies between machines are wrong by an unknown amount", $"{Fix}"),
        { } known when known.MaxError > Accepted => DoctorFinding.Warn(
            Name, $"synchronized, with an error of up to {known.MaxError.TotalMilliseconds:0} ms", $"{Fix}"),
        { } known => DoctorFinding.Ok(
            Name, $"synchronized, error at most {known.MaxError.TotalMilliseconds:0.#} ms"),
    };
}
