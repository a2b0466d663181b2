#ifndef PENUMBRA_PROCESSOR_H
#define PENUMBRA_PROCESSOR_H

#include <stdbool.h>

/// Whether this processor, and the system's saving of its registers, can run AVX2 code.
bool penumbra_processor_has_avx2(void);

/// Whether this processor has the bit operations of BMI1 and BMI2.
bool penumbra_processor_has_bmi2(void);

/// The processors this process may be scheduled on, at least 1.
int penumbra_processor_count(void);

#endif
