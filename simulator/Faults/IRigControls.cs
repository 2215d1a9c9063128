namespace Simulator.Faults;

/// <summary>
/// What a fault does to the machine itself. The machine runs ahead of the blocks: what begins at a sample is said before the run, and holds
/// from that sample on in every run of the rig. Said later than the machine has run, it holds from there. One thread.
/// </summary>
public interface IRigControls
{
    /// <summary>The valve closes, the command is held.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sample">Base sample from which it holds.</param>
    void Interlock(int axis, long sample);

    /// <summary>The pressure goes off.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sample">Base sample from which it holds.</param>
    void EmergencyStop(int axis, long sample);

    /// <summary>The axis goes on after an interlock or emergency stop.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sample">Base sample from which it holds.</param>
    void Reset(int axis, long sample);

    /// <summary>The sensor reads 0 from where it is: said before the block is filled from which it holds.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sensor">Position of the sensor in the channel.</param>
    void Tare(int axis, int sensor);
}
